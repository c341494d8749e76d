import type { Paragraph } from "~/domain/artists/agreement/agreement-text";
import { lastOf } from "~/platform/formats/last-of";
import styles from "./agreement-text.module.css";

/** Groups consecutive list items. */
function groupItems(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const last = lastOf(groups);
    if (paragraph.kind === "item" && last?.[0]?.kind === "item") last.push(paragraph);
    else groups.push([paragraph]);
  }
  return groups;
}

/** The text of an agreement, as it was hashed, without its title. */
export function AgreementText({
  paragraphs,
  level: H = "h3",
}: {
  paragraphs: readonly Paragraph[];
  /** The heading level that fits the page. */
  level?: "h2" | "h3";
}) {
  return (
    <div className={styles.text}>
      {groupItems(paragraphs).map((group) => {
        const [{ kind, text } = { kind: "text", text: "" }] = group;
        if (kind === "title") return null;
        if (kind === "heading")
          return (
            <H key={text} className={styles.heading}>
              {text}
            </H>
          );
        if (kind === "text") return <p key={text}>{text}</p>;
        return (
          <ul key={text} className={styles.list}>
            {group.map((item) => (
              <li key={item.text}>{item.text}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}
