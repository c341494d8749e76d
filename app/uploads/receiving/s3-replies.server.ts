import { XmlElement as ParsedElement, parseXml, XmlNode, XmlText } from "@rgrove/parse-xml";
import * as v from "valibot";
import type { StoredPart } from "../storage-backend";

/** One element of an XML document. `text` is what stands in it, entities opened, children left out. */
interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

// What would be dropped otherwise is kept, so that it can be refused.
const PARSE_OPTIONS = { preserveCdata: true, preserveDocumentType: true };

function toElement({ name, children: nodes }: ParsedElement): XmlElement {
  const children: XmlElement[] = [];
  let text = "";
  for (const node of nodes) {
    if (node instanceof ParsedElement) children.push(toElement(node));
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
    const [root, ...others] = parseXml(source.trim(), PARSE_OPTIONS).children;
    if (root instanceof ParsedElement && others.length === 0) return toElement(root);
    throw new Error("it is more than one element");
  } catch (cause) {
    // A RangeError among them: that of elements within elements without end.
    throw new Error("The XML cannot be read.", { cause });
  }
}

/** A text as it may stand inside an element. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const uploadId = v.pipe(v.string(), v.minLength(1), v.maxLength(2000));
const listing = v.object({
  keys: v.array(v.pipe(v.string(), v.minLength(1))),
  truncated: v.picklist(["true", "false"]),
  next: v.optional(v.pipe(v.string(), v.minLength(1))),
});

function childText(element: XmlElement | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** The one element a reply consists of. @throws Error when it is another one. */
function parseReply(xml: string, name: string): XmlElement {
  const element = readXml(xml);
  if (element.name === name) return element;
  throw new Error(`S3 answered something else than a ${name}.`);
}

/**
 * The code in an S3 error document, such as `NoSuchUpload`; undefined when the text is none. A reply
 * to CompleteMultipartUpload may be one although its status is 200.
 */
export function errorCode(xml: string): string | undefined {
  try {
    const root = readXml(xml);
    const code = root.name === "Error" ? childText(root, "Code") : undefined;
    return code !== undefined && /^\w{1,60}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** The id in the reply to CreateMultipartUpload. */
export function parseUploadId(xml: string): string {
  return v.parse(uploadId, childText(parseReply(xml, "InitiateMultipartUploadResult"), "UploadId"));
}

/** One page of ListObjectsV2: its keys, and what to ask for the next page with. */
export function listedKeys(xml: string): { keys: string[]; next?: string } {
  const root = parseReply(xml, "ListBucketResult");
  const contents = root.children.filter(({ name }) => name === "Contents");
  const page = v.parse(listing, {
    keys: contents.map((item) => childText(item, "Key")),
    truncated: childText(root, "IsTruncated"),
    next: childText(root, "NextContinuationToken"),
  });
  if (page.truncated === "false") return { keys: page.keys };
  if (page.next === undefined) throw new Error("S3 answered half a list without a way on.");
  return { keys: page.keys, next: page.next };
}

/** Whether CompleteMultipartUpload really made the object. */
export function isMultipartCompleted(xml: string): boolean {
  return readXml(xml).name === "CompleteMultipartUploadResult";
}

/** The body of CompleteMultipartUpload: parts in their order, each etag in quotes as S3 gives it. */
export function completeMultipartXml(parts: readonly StoredPart[]): string {
  const orderedParts = [...parts].sort((a, b) => a.number - b.number);
  const partElements = orderedParts.map(({ number, etag }) => {
    const quotedEtag = xmlText(`"${plainEtag(etag)}"`);
    return `<Part><PartNumber>${number}</PartNumber><ETag>${quotedEtag}</ETag></Part>`;
  });
  return `<CompleteMultipartUpload>${partElements.join("")}</CompleteMultipartUpload>`;
}

/** An etag without the quotes that HTTP puts around it: browsers report it with, R2 without. */
export function plainEtag(etag: string): string {
  return etag.replaceAll('"', "");
}
