import type { MetaDescriptor } from "@remix-run/react";
import { type StepId, stepIndex, stepOf, steps } from "~/submission/steps";

/** The title of a page: what it is, then whose. */
export function pageTitle(
  title: string,
  matches: readonly { id: string; data?: unknown }[],
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data;
  const brand =
    typeof root === "object" && root !== null && "brand" in root ? String(root.brand) : "";
  return [{ title: brand ? `${title} · ${brand}` : title }];
}

/** The title of a step: "Step 2 of 4: Music Upload". */
export function stepTitle(id: StepId): string {
  return `Step ${stepIndex(id) + 1} of ${steps.length}: ${stepOf(id).title}`;
}

/** The sentence for an artist who was sent here because this step comes first. */
export function earlyNotice(params: URLSearchParams, id: StepId): string | undefined {
  const wanted = steps.find((step) => step.id === params.get("early"));
  if (params.has("expired"))
    return "Your earlier draft expired, because nothing changed in it for 14 days. This is a new one.";
  return wanted && wanted.id !== id ? `${wanted.title} opens once this step is done.` : undefined;
}
