import { fieldId, useNewValues } from "./field";
import { pickRadio } from "./page-controls";
import styles from "./radio-row.module.css";

interface RadioRowProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string }[];
  /** The value by what was typed or saved; what is picked in the page lives in the page. */
  picked: string;
  /** Whether the words are so short that two fit side by side on any phone. */
  short?: boolean;
  onPick?: (value: string) => void;
}

/** A choice of a few, side by side where there is room. */
export function RadioRow({ name, legend, options, picked, short, onPick }: RadioRowProps) {
  useNewValues(() => pickRadio(name, picked));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.row} data-short={short || undefined}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              id={`${fieldId(name)}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === picked}
              className={styles.radio}
              onChange={() => onPick?.(value)}
            />
            <span className={styles.words}>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
