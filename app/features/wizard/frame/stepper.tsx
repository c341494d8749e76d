import { VisuallyHidden } from "@mantine/core";
import { type AnswerStep, canOpen, type StepId, steps } from "~/domain/submission/steps/steps";
import { PageLink } from "~/ui/page-link";
import styles from "./stepper.module.css";
import { useDevTools } from "./use-dev-tools";

/** The four steps; open ones are links. */
export function Stepper({ current, completed }: { current: StepId; completed: AnswerStep[] }) {
  const { skipsValidation } = useDevTools();
  const isLink = (id: StepId) => id !== current && (skipsValidation || canOpen(id, completed));
  return (
    <nav aria-label="Steps" className={styles.nav}>
      <ol className={styles.list}>
        {steps.map((step, index) => {
          const state =
            step.id === current
              ? "current"
              : completed.some((id) => id === step.id)
                ? "done"
                : "open";
          return (
            <li
              key={step.id}
              className={styles.step}
              data-state={state}
              aria-current={state === "current" ? "step" : undefined}
            >
              <span className={styles.number} aria-hidden="true">
                {state === "done" ? "✓" : index + 1}
              </span>
              {isLink(step.id) ? (
                <PageLink to={step.path} discover="render" className={styles.label}>
                  {step.title}
                  {state === "done" && <VisuallyHidden> (completed)</VisuallyHidden>}
                </PageLink>
              ) : (
                <span className={styles.label}>{step.title}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
