const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** What a page of a few words says. */
interface PlainPage {
  title: string;
  text: string;
  /** Where somebody helps, where that is known. */
  supportEmail: string | undefined;
}

/** The last resort, where no page of ours can be drawn: what happened, and who helps. */
export function plainPage(status: number, { title, text, supportEmail }: PlainPage): Response {
  const help = supportEmail && escaped(supportEmail);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${help ? `<p>Stuck? Write to <a href="mailto:${help}">${help}</a>.</p>\n` : ""}</body>
</html>
`;
  return new Response(html, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** Whether whoever asks is a person who has followed a link, and no program. */
export function isPerson({ headers }: Pick<Request, "headers">): boolean {
  return headers.get("Accept")?.includes("text/html") ?? false;
}
