import { Button, Checkbox, VisuallyHidden } from "@mantine/core";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { TextField, useField, valueAt } from "~/components/field";
import { useStepReply } from "~/components/step-reply";
import { MAX_SONGWRITERS, shareVerdict } from "~/submission/contributors";
import styles from "./contributor-fields.module.css";

const FIELDS = ["firstName", "lastName", "percentage"] as const;

/** The songwriters as saved or as sent back, one empty row where there is none. */
function readWriters(values: object, base: string) {
  const rows = [];
  for (let row = 0; row < MAX_SONGWRITERS; row++) {
    const texts = FIELDS.map((field) => valueAt(values, `${base}.songwriters[${row}].${field}`));
    if (texts.every((text) => text === undefined)) break;
    const [firstName = "", lastName = "", percentage = ""] = texts;
    rows.push({ firstName, lastName, percentage });
  }
  return rows.length > 0 ? rows : [{ firstName: "", lastName: "", percentage: "" }];
}

/** The songwriters as they stand in the page right now. */
function writersIn(panel: HTMLElement, base: string, count: number) {
  const text = (row: number, field: string) => {
    const input = panel.querySelector(`[name="${base}.songwriters[${row}].${field}"]`);
    return input instanceof HTMLInputElement ? input.value.trim() : "";
  };
  return Array.from({ length: count }, (_, row) => ({
    firstName: text(row, "firstName"),
    lastName: text(row, "lastName"),
    percentage: text(row, "percentage"),
  }));
}

/** Who made the track: solo work, or songwriters with their shares. */
export function ContributorFields({ base }: { base: string }) {
  const { values } = useStepReply();
  const writers = readWriters(values, base);
  const solo = useField({ name: `${base}.soloWork`, label: "Solo work" });
  const [rows, setRows] = useState(() => writers.map((_, row) => row));
  const [total, setTotal] = useState(() => shareVerdict(writers));
  const panel = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply replaces the rows.
  useEffect(() => setRows(readWriters(values, base).map((_, row) => row)), [values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after rows have come or gone.
  useEffect(() => {
    if (panel.current) setTotal(shareVerdict(writersIn(panel.current, base, rows.length)));
    if (!added.current) return;
    added.current = false;
    panel.current
      ?.querySelector<HTMLElement>(`[name="${base}.songwriters[${rows.length - 1}].firstName"]`)
      ?.focus();
  }, [rows]);

  function onInput(event: FormEvent<HTMLFieldSetElement>) {
    setTotal(shareVerdict(writersIn(event.currentTarget, base, rows.length)));
  }

  function onAdd(event: MouseEvent) {
    event.preventDefault();
    added.current = true;
    setRows([...rows, Math.max(-1, ...rows) + 1]);
  }

  return (
    <fieldset ref={panel} className={styles.panel} onInput={onInput}>
      <legend className={styles.legend}>Who made this track?</legend>
      <p className={styles.hint}>
        Select solo work if you wrote it alone, or name every songwriter with their share.
      </p>
      {solo.error && (
        <p id={`${solo.id}-error`} className={styles.error}>
          {solo.error}
        </p>
      )}
      <Checkbox
        id={solo.id}
        name={solo.name}
        aria-invalid={solo.error ? true : undefined}
        aria-describedby={solo.error ? `${solo.id}-error` : undefined}
        defaultChecked={solo.defaultValue === "true" || solo.defaultValue === "on"}
        label="Solo work"
        data-solo
      />
      <div className={styles.writers}>
        {rows.map((key, row) => (
          <SongwriterRow
            key={key}
            base={`${base}.songwriters[${row}]`}
            number={row + 1}
            onRemove={(event) => {
              event.preventDefault();
              setRows(rows.filter((other) => other !== key));
            }}
          />
        ))}
        <p className={styles.total} data-state={total.state} role="status">
          {total.text}
        </p>
        <div>
          <Button
            type="submit"
            name="intent"
            value="add-songwriter"
            variant="default"
            onClick={onAdd}
          >
            Add a songwriter
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function SongwriterRow(props: {
  base: string;
  number: number;
  onRemove: (event: MouseEvent) => void;
}) {
  const { base, number, onRemove } = props;
  return (
    <fieldset className={styles.writer}>
      <VisuallyHidden component="legend">Songwriter {number}</VisuallyHidden>
      <TextField name={`${base}.firstName`} label="First name" autoComplete="off" />
      <TextField name={`${base}.lastName`} label="Last name" autoComplete="off" />
      <TextField
        name={`${base}.percentage`}
        label="Share in %"
        inputMode="numeric"
        autoComplete="off"
      />
      <Button
        type="submit"
        name="intent"
        value={`remove-songwriter:${number - 1}`}
        variant="default"
        onClick={onRemove}
      >
        Remove<VisuallyHidden> songwriter {number}</VisuallyHidden>
      </Button>
    </fieldset>
  );
}
