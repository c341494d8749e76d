import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { BOUNDARY, escapeFormName, type FormPart, formBody } from "../form-post";
import { isButton, isField, isInput, isSelect, listOptions } from "./element-kinds";
import { isDisabled } from "./page-reading";

/* The entries that a form sends, and their encoding (HTML standard, form submission). */

export type Submitter = Element & (HTMLButtonElement | HTMLInputElement);

/** A selected file. */
export interface ChosenFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A name with a text or a file. */
export interface Entry {
  name: string;
  value: string | ChosenFile;
}

/** How a form is sent. */
interface Submission {
  method: "GET" | "POST";
  /** The complete URL, with the query of a GET form. */
  url: string;
  entries: Entry[];
  contentType?: string;
  body?: Uint8Array<ArrayBuffer>;
  /** The target of the response, such as `_blank`. */
  target: string;
}

/** Chromium's types of files by their extensions. */
const TYPES: Record<string, string> = {
  ".csv": "text/csv",
  ".flac": "audio/flac",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".mp3": "audio/mpeg",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".txt": "text/plain",
  ".wav": "audio/wav",
  ".webp": "image/webp",
  ".zip": "application/zip",
};

/** Reads a file from disk as a browser does. */
export function readChosenFile(path: string): ChosenFile {
  const type = TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
  return { name: basename(path), type, bytes: readFileSync(path) };
}

export const isFileInput = (element: Element): element is Element & HTMLInputElement =>
  isInput(element) && element.type === "file";

const isButtonInput = (element: Element) =>
  isInput(element) && /^(?:button|image|reset|submit)$/.test(element.type);

/** Whether a control sends its form. */
export function isSubmitter(element: Element): element is Submitter {
  if (isButton(element)) return element.type === "submit";
  return isInput(element) && /^(?:submit|image)$/.test(element.type);
}

/** The button that Enter presses: the first one of the form. */
export function defaultSubmitter(form: HTMLFormElement): Submitter | undefined {
  // `elements` leaves out image buttons.
  const all = form.ownerDocument.querySelectorAll("button, input");
  return [...all].filter(isSubmitter).find((element) => element.form === form);
}

/** Selected files by field, as a page cannot set the files of its fields. */
type ChosenFiles = WeakMap<Element, readonly ChosenFile[]>;

const EMPTY_FILE: ChosenFile = {
  name: "",
  type: "application/octet-stream",
  bytes: new Uint8Array(),
};

function controlValues(control: Element, chosen: ChosenFiles): Entry["value"][] {
  if (isSelect(control))
    return listOptions(control)
      .filter((option) => option.selected && !option.disabled)
      .filter((option) => !option.closest("optgroup[disabled]"))
      .map(({ value }) => value);
  if (isFileInput(control)) {
    const files = chosen.get(control) ?? [];
    return files.length > 0 ? [...files] : [EMPTY_FILE];
  }
  if (isInput(control) && /^(?:checkbox|radio)$/.test(control.type) && !control.checked) return [];
  return "value" in control ? [String(control.value)] : [];
}

/**
 * The entries that a form sends, in order. The library's `FormData` would send disabled options, and
 * knows no files.
 */
function entryList(
  form: HTMLFormElement,
  submitter: Submitter | undefined,
  chosen: ChosenFiles,
): Entry[] {
  const isPressed = (control: Element) => control === submitter;
  const isSent = (control: Element) => {
    if (!("form" in control) || control.form !== form || isDisabled(control)) return false;
    if (control.localName === "button" || isButtonInput(control)) return isPressed(control);
    return control.closest("datalist") === null;
  };
  const controls = form.ownerDocument.querySelectorAll("button, input, select, textarea");
  return [...controls].filter(isSent).flatMap((control) => {
    const name = control.getAttribute("name") ?? "";
    if (isInput(control) && control.type === "image") {
      const prefix = name === "" ? "" : `${name}.`;
      return ["x", "y"].map((axis) => ({ name: prefix + axis, value: "0" }));
    }
    if (name === "") return [];
    return controlValues(control, chosen).map((value) => ({ name, value }));
  });
}

const withLineBreaks = (text: string) => text.replaceAll(/\r\n|\r|\n/g, "\r\n");

function toTextEntry({ name, value }: Entry): [string, string] {
  const text = typeof value === "string" ? value : value.name;
  return [withLineBreaks(name), withLineBreaks(text)];
}

/** Writes entries as `multipart/form-data`. */
function multipartBody(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  return formBody(
    entries.map(({ name: given, value }): FormPart => {
      const name = escapeFormName(withLineBreaks(given));
      if (typeof value === "string") return { name, body: withLineBreaks(value) };
      const { type, bytes } = value;
      return { name, fileName: escapeFormName(value.name), type, body: bytes };
    }),
  );
}

/** Writes entries as `application/x-www-form-urlencoded`. */
const urlEncoded = (entries: readonly Entry[]) =>
  new URLSearchParams(entries.map(toTextEntry)).toString();

/** An attribute of the submit button, or else of the form. */
function attribute(form: HTMLFormElement, submitter: Submitter | undefined, name: string): string {
  return submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
}

/** The request that a form sends, with or without a submit button. */
export function buildSubmission(
  form: HTMLFormElement,
  submitter: Submitter | undefined,
  chosen: ChosenFiles,
): Submission {
  const entries = entryList(form, submitter, chosen);
  const address = form.ownerDocument.URL;
  const url = new URL(attribute(form, submitter, "action") || address, form.baseURI);
  const target = attribute(form, submitter, "target");
  if (attribute(form, submitter, "method").toLowerCase() !== "post") {
    url.search = urlEncoded(entries);
    return { method: "GET", url: url.href, entries, target };
  }
  const post = { method: "POST", url: url.href, entries, target } as const;
  if (attribute(form, submitter, "enctype").toLowerCase() === "multipart/form-data") {
    const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
    return { ...post, contentType, body: multipartBody(entries) };
  }
  const body = new TextEncoder().encode(urlEncoded(entries));
  return { ...post, contentType: "application/x-www-form-urlencoded", body };
}

/** The first invalid control, where the form is validated before it is sent. */
export function firstInvalid(
  form: HTMLFormElement,
  submitter: Submitter | undefined,
  chosen: ChosenFiles,
): Element | undefined {
  if (form.noValidate || submitter?.formNoValidate) return undefined;
  return [...form.elements].find((element) => {
    if (isFileInput(element) && chosen.get(element)?.length) return false;
    return (isField(element) || isButton(element)) && !element.checkValidity();
  });
}
