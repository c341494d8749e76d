/** A block of a mail. */
export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  /** A link to a page of ours, shown as the address it leads to. */
  | { kind: "link"; url: string }
  | { kind: "facts"; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: "steps"; steps: readonly string[] };

/** A mail as meant, from which both of its bodies are made, so that they cannot disagree. */
export interface Letter {
  subject: string;
  blocks: readonly Block[];
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function textOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "heading":
      return block.text.toUpperCase();
    case "link":
      return block.url;
    case "facts":
      return block.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
    case "steps":
      return block.steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
  }
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `<p>${escapeHtml(block.text)}</p>`;
    case "heading":
      return `<h2 style="font-size:18px;margin:24px 0 8px">${escapeHtml(block.text)}</h2>`;
    case "link":
      return `<p><a href="${escapeHtml(block.url)}">${escapeHtml(block.url)}</a></p>`;
    case "facts":
      return `<table role="presentation" style="border-collapse:collapse">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td style="padding:2px 16px 2px 0;vertical-align:top">${escapeHtml(name)}</td>` +
            `<td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
        )
        .join("")}</table>`;
    case "steps":
      return `<ol>${block.steps.map((step) => `<li>${escapeHtml(step)}</li>`).join("")}</ol>`;
  }
}

/** The plain-text body. */
export function letterText(letter: Letter): string {
  return `${letter.blocks.map(textOf).join("\n\n")}\n`;
}

/** The HTML body: whole, without script, image or address of another site. */
export function letterHtml(letter: Letter): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:600px;margin:24px auto;padding:0 16px">
${letter.blocks.map(htmlOf).join("\n")}
</body>
</html>
`;
}
