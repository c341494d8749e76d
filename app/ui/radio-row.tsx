import { fieldId, useValuesReplaced } from "./field";
import { checkRadio } from "./form-dom";
import styles from "./radio-row.module.css";

interface RadioRowProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; more?: boolean }[];
  /** The typed or saved value; later picks live in the DOM. */
  picked: string;
  /** Whether the labels are so short that two fit side by side on any phone. */
  short?: boolean;
  onPick?: (value: string) => void;
  error?: string | undefined;
}

/** Radios side by side where there is room. Options with `more` have `data-with`. */
export function RadioRow(props: RadioRowProps) {
  const { name, legend, options, picked, short, onPick, error } = props;
  const id = fieldId(name);
  useValuesReplaced(() => checkRadio(name, picked));
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.group}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.row} data-short={short || undefined}>
        {options.map(({ value, label, more }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              id={`${id}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === picked}
              data-with={more || undefined}
              className={styles.radio}
              onChange={() => onPick?.(value)}
            />
            <span className={styles.words}>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
