import { Fragment, type ReactNode } from "react";
import { fillPlaceholders, type Label } from "~/reference/pages/page-content";

/** Matches `[words](target)` and `**words**`. */
const MARKED = /\[([^[\]]+)\]\(([^()]+)\)|\*\*([^*]+)\*\*/g;

/** A text of a page with placeholders filled in and markup rendered. */
export function InlineText({ text, label }: { text: string; label: Label }) {
  const whole = fillPlaceholders(text, label);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of whole.matchAll(MARKED)) {
    const [all, words, target, strong] = match;
    parts.push(whole.slice(end, match.index));
    parts.push(target ? <a href={target}>{words}</a> : <strong>{strong}</strong>);
    end = match.index + all.length;
  }
  parts.push(whole.slice(end));
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
  return parts.map((part, n) => <Fragment key={n}>{part}</Fragment>);
}
