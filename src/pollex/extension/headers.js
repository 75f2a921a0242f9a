/** The headers of requests and answers, without what a person is known by: nobody but the site is to hear that. */

const PRIVATE = /^(cookie|set-cookie|authorization|proxy-authorization)$/i;
/** Events that are nothing else. */
const WHOLE = /ExtraInfo$/;

/** Whether an event of the debugger is told, by its name. @param {string} method */
export const isTold = (method) => !WHOLE.test(method);

/** What an event says, without private headers. @param {any} params */
export function withoutPrivate(params) {
  for (const { headers } of [params.request, params.response, params.redirectResponse].filter(Boolean)) {
    for (const name of Object.keys(headers ?? {})) if (PRIVATE.test(name)) delete headers[name];
  }
  return params;
}
