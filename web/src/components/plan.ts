/** Steps that wait for a person, to accept, edit or refuse one by one: as in the chat. */

import type { TemplateResult } from "lit";
import { planCard } from "../chat/plans.ts";
import { ComponentElement } from "./component.ts";

export class PlanComponent extends ComponentElement<"plan"> {
  override render(): TemplateResult {
    const { steps } = this.props;
    const waiting = steps.filter((step) => (step.state ?? "waiting") === "waiting").map((step) => step.id);
    return planCard(this.props, {
      decide: (value, step) => void this.use("decide", { value, steps: step === undefined ? waiting : [steps[step]?.id ?? ""] }),
      edit: (step, value) => this.use("edit", { step: steps[step]?.id ?? "", value }),
    });
  }
}
