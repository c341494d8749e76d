import { XmlElement as ParsedElement, parseXml, XmlNode, XmlText } from "@rgrove/parse-xml";
import * as v from "valibot";
import type { StoredPart } from "../storage-backend";

/** `text` has entities decoded and no children. */
interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

// Keeps what has to be refused.
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
 * Parses the simple XML of S3 servers: elements, texts and entities; attributes are ignored.
 * @throws Error for anything else, such as document types and CDATA.
 */
export function readXml(source: string): XmlElement {
  try {
    const [root, ...others] = parseXml(source.trim(), PARSE_OPTIONS).children;
    if (root instanceof ParsedElement && others.length === 0) return toElement(root);
    throw new Error("it is more than one element");
  } catch (cause) {
    // Also a RangeError of endless nesting.
    throw new Error("The XML cannot be read.", { cause });
  }
}

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

/** @throws Error for another root element. */
function parseReply(xml: string, name: string): XmlElement {
  const element = readXml(xml);
  if (element.name === name) return element;
  throw new Error(`S3 answered something else than a ${name}.`);
}

/**
 * The code of an S3 error document, such as `NoSuchUpload`. CompleteMultipartUpload may return one
 * with status 200.
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

export function parseUploadId(xml: string): string {
  return v.parse(uploadId, childText(parseReply(xml, "InitiateMultipartUploadResult"), "UploadId"));
}

/** A page of ListObjectsV2; `next` requests the following page. */
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

const openUploads = v.array(v.object({ key: v.string(), uploadId }));

/** The last open upload of exactly this key, by a reply of ListMultipartUploads. */
export function openUploadOf(xml: string, key: string): string | undefined {
  const { children } = parseReply(xml, "ListMultipartUploadsResult");
  const uploads = children
    .filter(({ name }) => name === "Upload")
    .map((item) => ({ key: childText(item, "Key"), uploadId: childText(item, "UploadId") }));
  return v.parse(openUploads, uploads).findLast((upload) => upload.key === key)?.uploadId;
}

const wholeNumber = v.pipe(v.string(), v.digits(), v.transform(Number));
const partsSchema = v.array(
  v.object({
    number: wholeNumber,
    etag: v.pipe(v.string(), v.transform(plainEtag), v.minLength(1)),
    size: wholeNumber,
  }),
);

/** The parts that an upload has, by a reply of ListParts. */
export function storedParts(xml: string) {
  const { children } = parseReply(xml, "ListPartsResult");
  const parts = children
    .filter(({ name }) => name === "Part")
    .map((part) => ({
      number: childText(part, "PartNumber"),
      etag: childText(part, "ETag"),
      size: childText(part, "Size"),
    }));
  return v.parse(partsSchema, parts);
}

export function isMultipartCompleted(xml: string): boolean {
  return readXml(xml).name === "CompleteMultipartUploadResult";
}

/** The body of CompleteMultipartUpload, with sorted parts and quoted etags. */
export function completeMultipartXml(parts: readonly StoredPart[]): string {
  const orderedParts = [...parts].sort((a, b) => a.number - b.number);
  const partElements = orderedParts.map(({ number, etag }) => {
    const quotedEtag = xmlText(`"${plainEtag(etag)}"`);
    return `<Part><PartNumber>${number}</PartNumber><ETag>${quotedEtag}</ETag></Part>`;
  });
  return `<CompleteMultipartUpload>${partElements.join("")}</CompleteMultipartUpload>`;
}

/** Browsers report etags with quotes, R2 without. */
export function plainEtag(etag: string): string {
  return etag.replaceAll('"', "");
}
