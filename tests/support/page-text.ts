const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

/** The text that the server's pages escape, as it was before. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** What a person reads on a page: no scripts, no markup, one space between any two pieces. */
export function pageText(html: string): string {
  const visible = html
    .replace(/<(script|style|head|noscript)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ");
  return unescapeHtml(visible).replace(/\s+/g, " ").trim();
}

/** What a field of the page shows: of a text area its content, of any other input its value. */
export function shownValue(html: string, name: string): string | undefined {
  const tag = [...html.matchAll(/<(input|textarea|select)\b[^>]*>/g)].find((match) =>
    unescapeHtml(match[0]).includes(` name="${name}"`),
  );
  if (!tag) return undefined;
  const [opening, kind] = tag;
  const rest = html.slice(tag.index + opening.length);
  if (kind === "textarea") return unescapeHtml(rest.slice(0, rest.indexOf("</textarea")));
  if (kind === "select") {
    const options = rest.slice(0, rest.indexOf("</select"));
    return unescapeHtml(/value="([^"]*)"[^>]*\bselected/.exec(options)?.[1] ?? "");
  }
  return unescapeHtml(/\bvalue="([^"]*)"/.exec(opening)?.[1] ?? "");
}
