import styles from "./conflict.module.css";

/** What another tab or device has put in place of what was typed here. */
export function Conflict({ fields }: { fields: readonly { label: string; text: string }[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={styles.stored} aria-label="In the other version">
      {fields.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}, in the other version</dt>
          <dd>{text || "Nothing"}</dd>
        </div>
      ))}
    </dl>
  );
}
