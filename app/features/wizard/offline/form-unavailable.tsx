import { Link } from "@remix-run/react";
import { stepBefore } from "~/domain/submission/steps/steps";
import type { UnavailableReason } from "./use-offline-step";

const texts: Record<UnavailableReason | "review", string> = {
  opening: "Opening your form from this browser…",
  "nothing-kept":
    "You're offline, and this browser hasn't saved your form. It opens here when you're online again.",
  review: "We keep everything you typed. This page opens by itself when you're online again.",
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
