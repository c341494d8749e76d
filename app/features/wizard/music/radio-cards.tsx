import { useValuesReplaced } from "~/ui/field";
import { checkRadio } from "~/ui/form-dom";
import { useFormReply } from "~/ui/form-reply-context";
import { useHydrated } from "~/ui/use-hydrated";
import buttons from "../small-button.module.css";
import styles from "./radio-cards.module.css";

interface RadioCardsProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; hint: string }[];
  /** The chosen value as of the last render. */
  value: string;
}

/** Whether all hints are so short that three cards fit side by side on a phone. */
function isShort(options: RadioCardsProps["options"]): boolean {
  return options.every(({ hint }) => hint.length < 12);
}

/** A choice that changes the form: at once with script, by a button without. */
export function RadioCards({ name, legend, options, value }: RadioCardsProps) {
  const scripted = useHydrated();
  const { press } = useFormReply();
  useValuesReplaced(() => checkRadio(name, value));
  return (
    <div role="radiogroup" aria-labelledby={`${name}-legend`} className={styles.group}>
      <p id={`${name}-legend`} className={styles.legend}>
        {legend}
      </p>
      <div className={styles.cards} data-short={isShort(options) || undefined}>
        {options.map((option) => {
          const id = `${name}-${option.value}`;
          return (
            <label key={option.value} className={styles.card}>
              <input
                id={id}
                type="radio"
                name={name}
                value={option.value}
                defaultChecked={option.value === value}
                className={styles.radio}
                aria-labelledby={`${id}-label`}
                aria-describedby={`${id}-hint`}
                onChange={() => press("update")}
              />
              <span id={`${id}-label`} className={styles.label}>
                {option.label}
              </span>
              <span id={`${id}-hint`} className={styles.hint}>
                {option.hint}
              </span>
            </label>
          );
        })}
      </div>
      {!scripted && (
        <button
          type="submit"
          name="intent"
          value="update"
          className={`${buttons.button} ${styles.update}`}
        >
          Update the page
        </button>
      )}
    </div>
  );
}
