interface Platform {
  /** Without a scheme, as every link has it. */
  host: string;
  /** Where a handle alone makes the link: what stands before it, and the signs that it may have. */
  handle?: { page: string; signs: RegExp };
}

/** Where artists have a page, by the field of the specification. */
const PLATFORMS = {
  appleMusicProfile: { host: "music.apple.com" },
  soundcloudProfile: {
    host: "soundcloud.com",
    handle: { page: "https://soundcloud.com/", signs: /^[\w-]{1,25}$/ },
  },
  instagramProfile: {
    host: "instagram.com",
    handle: { page: "https://www.instagram.com/", signs: /^[\w.]{1,30}$/ },
  },
  tiktokProfile: {
    host: "tiktok.com",
    handle: { page: "https://www.tiktok.com/@", signs: /^[\w.]{1,24}$/ },
  },
} satisfies Record<string, Platform>;

const platforms = new Map<string, Platform>(Object.entries(PLATFORMS));

/** A scheme that opens no web page, such as `javascript:`. */
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+-]*:/i;

/** What is wrong with a link to a profile. */
export function profileLinkError(field: keyof typeof PLATFORMS, link: string): string | undefined {
  const { host } = PLATFORMS[field];
  if (link.toLowerCase().includes(`${host}/`) && !OTHER_SCHEME.test(link)) return undefined;
  return `Please include ${host}/ in the URL`;
}

export const LINK_HANDLE = "link-handle";

/** The link that a handle such as `@noor.ayad` stands for; undefined for any other text. */
export function handleLink(field: string, text: string): string | undefined {
  const platform = platforms.get(field)?.handle;
  const [, handle = ""] = /^@(.*)$/.exec(text.trim()) ?? [];
  return platform?.signs.test(handle) ? platform.page + handle : undefined;
}
