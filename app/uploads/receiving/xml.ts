/** One element of an XML document. `text` is what stands in it, entities opened, children left out. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const TOKEN =
  /<\?xml[^<>]*\?>|<!--[\s\S]*?-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)(?:\s[^<>]*?)?(\/?)>|([^<]+)/y;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function malformed(why: string): never {
  throw new Error(`The XML cannot be read: ${why}.`);
}

function opened(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const known = whole.endsWith(";") ? ENTITIES[name] : undefined;
    const number = /^#(?:(\d{1,7})|x([\da-f]{1,6}));$/i.exec(whole.slice(1));
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? "", number[1] ? 10 : 16) : -1;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return known ?? malformed("an unknown entity");
  });
}

/**
 * Reads the plain XML that S3 servers speak: elements, texts, the five named entities and numbered
 * ones. Attributes are passed over.
 * @throws Error for anything else, document types and CDATA included, so that nothing half
 * understood is taken for an answer.
 */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: "", text: "", children: [] };
  const open = [root];
  const text = source.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    const parent = open.at(-1);
    if (!token || !parent) return malformed("it is not well-formed");
    const [, closes, opens, selfCloses, chars] = token;
    if (chars !== undefined) parent.text += opened(chars);
    else if (opens !== undefined) {
      const element = { name: opens, text: "", children: [] };
      parent.children.push(element);
      if (!selfCloses) open.push(element);
    } else if (closes !== undefined) {
      if (parent.name !== closes) return malformed("an end tag does not match");
      open.pop();
    }
  }
  const [only, second] = root.children;
  if (open.length > 1) return malformed("it ends too early");
  if (!only || second || root.text.trim() !== "") return malformed("it is not one element");
  return only;
}

/** A text as it may stand inside an element. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
