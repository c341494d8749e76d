import { lastOf } from "~/platform/formats/last-of";
import styles from "./initials.module.css";

/** The first letters of a name's first and last word; of an email address the first letter. */
export function initialsOf(name: string): string {
  const words = name.split("@")[0]?.trim().split(/\s+/) ?? [];
  const letters = words.length > 1 ? [words[0], lastOf(words)] : words;
  return letters.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** A colleague as initials in a circle, filled while they listen; the name is said and shown when pointed at. */
export function Initials({ name, isListening }: { name: string; isListening?: boolean }) {
  return (
    <abbr title={name} className={styles.circle} data-listens={isListening || undefined}>
      {initialsOf(name)}
    </abbr>
  );
}
