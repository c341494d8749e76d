import { Link } from "@remix-run/react";
import { stepBefore } from "~/domain/submission/steps/steps";
import type { UnavailableReason } from "./use-offline-step";

const texts: Record<UnavailableReason | "review", string> = {
  opening: "Opening what this browser keeps of your form…",
  "nothing-kept":
    "You're offline, and this browser keeps no form of yours. It opens here as soon as you're back.",
  review: "Everything you typed is kept. This page opens by itself as soon as you're back.",
};

/** Replaces a form that cannot be shown, or not yet. */
export function FormUnavailable({ reason }: { reason: UnavailableReason | "review" }) {
  const before = stepBefore("review");
  return (
    <>
      <p role="status">{texts[reason]}</p>
      {reason === "review" && (
        <p>
          <Link to={before.path}>Back to {before.title}</Link>
        </p>
      )}
    </>
  );
}
