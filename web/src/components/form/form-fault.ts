/** Where in a form a fault points: what is wrong with each field, by the field's JSON Pointer. */

import type { Answer, Fault } from "../../socket/messages.ts";

/** Where the values of a form stand in what was sent: the event itself, or the body of the call behind it. */
const SENT = /^\/(?:data\/form|body\/inputs?|body)(?=\/|$)/;

/** Return the fault of an answer: of the request, or of a command that it applied. */
export function faultOf(answer: Answer): Fault | undefined {
  return answer.fault ?? answer.results?.find((each) => each.fault)?.fault ?? undefined;
}

/** Return what is wrong by JSON Pointers into the form. */
export function wrongFields(fault: Fault): Map<string, string> {
  const told = fault.issues.length > 0 ? fault.issues : [fault];
  const wrong = new Map<string, string>();
  for (const each of told) {
    const pointer = each.pointer?.replace(SENT, "");
    if (pointer) wrong.set(pointer, [wrong.get(pointer), each.message, each.hint].filter(Boolean).join(" "));
  }
  return wrong;
}

/** Return what is wrong with a field, or with something inside of its value. */
export function wrongAt(wrong: ReadonlyMap<string, string>, field: string): string {
  const inside = [...wrong].filter(([pointer]) => pointer === field || pointer.startsWith(`${field}/`));
  return inside.map(([pointer, said]) => (pointer === field ? said : `${pointer.slice(field.length)}: ${said}`)).join(" ");
}
