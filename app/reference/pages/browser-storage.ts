/** An item that this site may store in a browser. A test compares the list with the code. */
export interface BrowserStorageItem {
  name: string;
  where: "cookie" | "local storage" | "session storage" | "private files" | "cache";
  /** Who has it. */
  owner: "artists" | "staff";
  contents: string;
  /** Completes a sentence that begins "Kept …". */
  keptFor: string;
}

type ItemTexts = readonly [name: string, contents: string, keptFor: string];

const itemsIn = (
  where: BrowserStorageItem["where"],
  owner: BrowserStorageItem["owner"],
  items: readonly ItemTexts[],
): BrowserStorageItem[] =>
  items.map(([name, contents, keptFor]) => ({ name, where, owner, contents, keptFor }));

const SESSION = "until you close the browser";

export const browserStorage: readonly BrowserStorageItem[] = [
  ...itemsIn("cookie", "artists", [
    [
      "__Host-draft",
      "The signed key that opens your unfinished submission in this browser. Scripts cannot read it. Without HTTPS its name is draft.",
      "for 14 days after you last saved something, or, where it belongs to your account, until you log out",
    ],
    [
      "__Host-draft-…",
      "The signed key of a submission that you have not saved yet. Scripts cannot read it. Without HTTPS its name is draft-….",
      "for 14 days after you opened the form, or until you start again or log out",
    ],
    [
      "__Host-link",
      "The key of the invitation or link you came by, so that it does not stay in the address of the page. Scripts cannot read it. Without HTTPS its name is link.",
      "for 24 hours after you opened the link",
    ],
    [
      "__Host-reply",
      "What came of the form you just sent, such as a link you made, so that the next page can show it. Encrypted; scripts cannot read it. Without HTTPS its name is reply.",
      "for 5 minutes",
    ],
    [
      "__Host-artist",
      "The key of your sign-in. Scripts cannot read it. Without HTTPS its name is artist.",
      "for 30 days, or until you log out",
    ],
    [
      "cookie-choice",
      "Whether you accepted or refused that we measure how fast our pages load and your files upload. Set when you press one of the two buttons. Scripts cannot read it.",
      "for 182 days after you chose",
    ],
    [
      "beta-notice",
      "That you closed the Beta Portal Notice, so that it does not come back.",
      SESSION,
    ],
    [
      "minutes-ahead",
      "By how many minutes your clock is ahead of UTC, so that release dates count from your own day.",
      SESSION,
    ],
  ]),
  ...itemsIn("cookie", "staff", [
    [
      "__Host-staff",
      "The key of a staff session. Only our own team has it. Without HTTPS its name is staff.",
      "for 12 hours, or until they sign out",
    ],
    [
      "dev-validation",
      "A choice of developers on their own machines. Never set on a public site.",
      SESSION,
    ],
  ]),
  ...itemsIn("local storage", "artists", [
    [
      "draft:…",
      "What you typed and we have not yet confirmed as saved, for each step, your profile and each page about a release.",
      "until it is saved, or 14 days later when the form is next opened; what belongs to your account also until you log out",
    ],
    [
      "kept-draft",
      "What you saved of your unfinished submission, its files, and what it takes over from your last release. With it the form opens without a connection.",
      "until you submit, log out or open another submission, or 14 days later when the form is next opened",
    ],
    [
      "waiting-list",
      "What you typed into the form of the waiting list.",
      "until you are on the list, or 14 days later when the form is next opened",
    ],
    [
      "uploads",
      "Which files are on their way, so that sending goes on after a break.",
      "until they have arrived, or 14 days later when the form is next opened",
    ],
    [
      "upload-choices",
      "A random name for this browser, so that we never take your own second choice of a file for somebody else's.",
      "until you clear the data of this site",
    ],
    [
      "advice",
      "What our checks found in your files. The oldest make room after 60.",
      "until you clear the data of this site",
    ],
    [
      "waveforms",
      "The outline of the sound of your tracks, for the player. The oldest make room after 60.",
      "until you clear the data of this site",
    ],
    [
      "error-reports",
      "Reports of faults in our pages that could not be sent yet.",
      "until they are sent at your next visit",
    ],
  ]),
  ...itemsIn("local storage", "staff", [
    [
      "staff-keys",
      "Whether our own team has switched single keys on or off on its pages.",
      "until you clear the data of this site",
    ],
  ]),
  ...itemsIn("session storage", "artists", [
    [
      "positions",
      "How far down each page you were, so that going back leads to the same place.",
      "until you close the tab",
    ],
    [
      "remix-manifest-version",
      "Which version of the site this tab has loaded.",
      "until you close the tab",
    ],
    [
      "saved:…",
      "Which version of a form this tab has saved last, so that a page loaded again isn't taken for an older one. No answers are in it.",
      "until the form is opened again, or you close the tab",
    ],
  ]),
  ...itemsIn("private files", "artists", [
    [
      "uploads (folder)",
      "Copies of files on their way, so that sending can go on after the browser was closed. Only this site can read them.",
      "until they have arrived, you remove them, or you clear the data of this site",
    ],
  ]),
  ...itemsIn("cache", "artists", [
    [
      "form",
      "The pages of the form as they are before anybody has typed, and their scripts, so that they open without a connection. Nothing in it is yours.",
      "until a newer version of this site takes its place, or you clear the data of this site",
    ],
  ]),
];
