import type { MouseEvent } from "react";
import type { FieldErrors } from "~/forms/form-reply";
import { Banner } from "./banner";
import styles from "./banner.module.css";
import { ErrorDialog } from "./error-dialog";
import { fieldId } from "./field";
import { revealField } from "./reveal-field";
import { useOnMountAndChange } from "./use-on-change";

const MISSING = "Required Information Missing";
/** Where nothing is missing and an answer will not do, as a PRO number that is too long. */
const WRONG = "Please check your answers";
/** Where every field is right, and the step has not passed all the same. */
const NOT_SENT = "Not sent yet";

function titleOf(errors: FieldErrors): string {
  const fieldErrors = Object.values(errors);
  if (fieldErrors.length === 0) return NOT_SENT;
  return fieldErrors.some(({ reason }) => reason === "missing") ? MISSING : WRONG;
}

/**
 * Leads to a link's field by hand: a real jump is a navigation to the router, which then forgets
 * what the action sent back, and with it every error.
 */
function toField(event: MouseEvent, name: string) {
  event.preventDefault();
  void revealField(event.currentTarget, name);
}

/**
 * What keeps a step from passing; every sentence about a field leads to it. The banner stays on
 * the page; with script a dialog with the same list comes up over it.
 * @param props.refusal another for every refusal, since each brings focus and dialog once more.
 */
export function ErrorSummary(props: {
  sentences: string[];
  errors: FieldErrors;
  refusal: unknown;
  /** Leads to the first wrong field at once, instead of listing them in a dialog. */
  toFirst?: boolean;
}) {
  const { sentences, errors, refusal, toFirst } = props;
  const title = titleOf(errors);
  const [first] = toFirst ? Object.keys(errors) : [];
  useOnMountAndChange(refusal, () => {
    if (first !== undefined) void revealField(document.body, first);
  });
  if (Object.keys(errors).length + sentences.length === 0) return null;
  return (
    <>
      <Banner title={title} news={first === undefined && refusal}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ul className={styles.list}>
          {Object.entries(errors).map(([name, { text }]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={(event) => toField(event, name)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
      {/* Only now, so that closing it gives the focus back to the banner. */}
      {!toFirst && (
        <ErrorDialog title={title} sentences={sentences} errors={errors} refusal={refusal} />
      )}
    </>
  );
}
