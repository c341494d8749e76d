/** All segments of the site's addresses; a test compares them with the routes. */
const WORDS = new Set(
  [
    "__manifest _root about activity agreement albums allow analytics api artist artists auth background board calendar",
    "assets check chosen clips cloud-storage columns config confirm confirm-email connections continue cookie-choices",
    "cookie-policy cover.jpg create-item current dashboard data data-protection data-requests dates decide delivery details dev",
    "download drafts dropbox-sign edit-profile end error-report errors events faq file file-links files figures figures.csv fix folders form",
    "google health i incidents invitation jobs join joined keep-alive learn-more link links listen listening login logout mail",
    "mails mentions message metadata mode monday monitoring music notice offline open package part-urls parts pictures pieces",
    "presence preview previews privacy-policy process-social-clips process-upload profile publish queue.csv r reasons record",
    "release-details returning returning-artist review robots.txt run-again search sessions set settings sheet sheets sign-in sign-ins",
    "sign-out slots site.webmanifest sitemap.xml split splits spotify staff status submission submissions submit success sw.js",
    "template terms-of-service test test-connection test-dashboard tracks upload upload-url upload-urls uploads validate",
    "verify views vitals waiting-list webhook",
  ].flatMap((line) => line.split(" ")),
);

const SECRET_LINK =
  /^(\/(?:submit\/continue|confirm-email|fix|split|status|listen|login\/(?:link|confirm)|[ir]|api\/calendar|api\/(?:invitation|returning-artist)\/(?:validate|details))\/).+$/i;

/** Whether a path ends in a secret that grants access. */
export const isSecretLink = (pathname: string): boolean => SECRET_LINK.test(pathname);

/** Placeholders of earlier calls. */
const KIND = /^:(?:id|name|number|other|token)$/;

function partName(part: string): string {
  const [, name = part, data = ""] = /^(.+)(\.data)$/.exec(part) ?? [];
  if (name === "" || KIND.test(name)) return part;
  if (WORDS.has(name.toLowerCase())) return part.toLowerCase();
  if (/^\d+$/.test(name)) return `:number${data}`;
  const isLikeId = name.length >= 40 || (name.length >= 16 && /\d/.test(name));
  return `${isLikeId ? ":id" : ":other"}${data}`;
}

/**
 * The path of an address for logs and reports: only the site's own words stay; ids, tokens and
 * names are replaced by placeholders.
 */
export function routeName(url: string): string {
  const { pathname } = new URL(url);
  if (/^\/files\//i.test(pathname)) return "/files/:id/:name";
  return pathname.replace(SECRET_LINK, "$1:token").split("/").map(partName).join("/").slice(0, 300);
}
