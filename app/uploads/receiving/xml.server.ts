import { XmlElement as ParsedElement, parseXml, XmlNode, XmlText } from "@rgrove/parse-xml";

/** One element of an XML document. `text` is what stands in it, entities opened, children left out. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

// What would be dropped otherwise is kept, so that it can be refused.
const EVERYTHING = { preserveCdata: true, preserveDocumentType: true };

function plain({ name, children: nodes }: ParsedElement): XmlElement {
  const children: XmlElement[] = [];
  let text = "";
  for (const node of nodes) {
    if (node instanceof ParsedElement) children.push(plain(node));
    else if (node instanceof XmlText && node.type === XmlNode.TYPE_TEXT) text += node.text;
    else throw new Error(`it holds a ${node.type}`);
  }
  return { name, text, children };
}

/**
 * Reads the plain XML that S3 servers speak: elements, texts, the five named entities and numbered
 * ones. Attributes are passed over.
 * @throws Error for anything else, document types and CDATA included, so that nothing half
 * understood is taken for an answer.
 */
export function readXml(source: string): XmlElement {
  try {
    const [root, ...others] = parseXml(source.trim(), EVERYTHING).children;
    if (root instanceof ParsedElement && others.length === 0) return plain(root);
    throw new Error("it is more than one element");
  } catch (cause) {
    // A RangeError among them: that of elements within elements without end.
    throw new Error("The XML cannot be read.", { cause });
  }
}

/** A text as it may stand inside an element. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
