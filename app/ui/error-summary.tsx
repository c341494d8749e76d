import type { MouseEvent } from "react";
import type { FieldErrors } from "~/forms/form-reply";
import { Banner } from "./banner";
import styles from "./banner.module.css";
import { ErrorDialog } from "./error-dialog";
import { fieldId } from "./field";
import { revealField } from "./reveal-field";
import { useOnMountAndChange } from "./use-on-change";

const MISSING_TITLE = "Required Information Missing";
/** Used where nothing is missing and an answer is not valid, such as a PRO number that is too long. */
const INVALID_TITLE = "Please check your answers";
/** Used where every field is valid and the step was refused for another reason. */
const NOT_SENT_TITLE = "Not sent yet";

function summaryTitle(errors: FieldErrors): string {
  const fieldErrors = Object.values(errors);
  if (fieldErrors.length === 0) return NOT_SENT_TITLE;
  return fieldErrors.some(({ reason }) => reason === "missing") ? MISSING_TITLE : INVALID_TITLE;
}

/**
 * Moves the focus by script: a real jump to the fragment is a navigation to the router, which would drop the
 * action's data and with it every error.
 */
function jumpToField(event: MouseEvent, name: string) {
  event.preventDefault();
  void revealField(event.currentTarget, name);
}

/**
 * What keeps a step from passing, with a link to each field. The banner stays on the page; with script a
 * dialog with the same list opens as well.
 * @param props.refusal a new object for every refusal; each one brings focus and dialog again.
 */
export function ErrorSummary(props: {
  sentences: string[];
  errors: FieldErrors;
  refusal: unknown;
  /** Focuses the first invalid field instead of opening the dialog. */
  focusesFirst?: boolean;
}) {
  const { sentences, errors, refusal, focusesFirst } = props;
  const title = summaryTitle(errors);
  const [first] = focusesFirst ? Object.keys(errors) : [];
  useOnMountAndChange(refusal, () => {
    if (first !== undefined) void revealField(document.body, first);
  });
  if (Object.keys(errors).length + sentences.length === 0) return null;
  return (
    <>
      <Banner title={title} focusKey={first === undefined && refusal}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ul className={styles.list}>
          {Object.entries(errors).map(([name, { text }]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={(event) => jumpToField(event, name)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
      {/* After the banner, so that closing it gives the focus back to the banner. */}
      {!focusesFirst && (
        <ErrorDialog title={title} sentences={sentences} errors={errors} refusal={refusal} />
      )}
    </>
  );
}
