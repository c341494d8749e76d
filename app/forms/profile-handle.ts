/** The page of a handle, by the field of the specification. */
const PAGES = new Map([
  ["instagramProfile", "https://www.instagram.com/"],
  ["tiktokProfile", "https://www.tiktok.com/@"],
]);

export const LINK_HANDLE = "link-handle";

/** The link that a handle such as `@noor.ayad` stands for; undefined for any other text. */
export function handleLink(field: string, text: string): string | undefined {
  const page = PAGES.get(field);
  const [, handle] = /^@([\w.]{1,50})$/.exec(text.trim()) ?? [];
  return page && handle && page + handle;
}
