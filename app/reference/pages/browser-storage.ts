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

const SESSION = "until you close the browser";

export const browserStorage: readonly BrowserStorageItem[] = [
  {
    name: "__Host-draft",
    where: "cookie",
    owner: "artists",
    contents:
      "The signed key that opens your unfinished submission in this browser. Scripts cannot read it. Without HTTPS its name is draft.",
    keptFor:
      "for 14 days after you last saved something, or, where it belongs to your account, until you log out",
  },
  {
    name: "__Host-draft-…",
    where: "cookie",
    owner: "artists",
    contents:
      "The signed key of a submission that you have not saved yet. Scripts cannot read it. Without HTTPS its name is draft-….",
    keptFor: "for 14 days after you opened the form, or until you start again or log out",
  },
  {
    name: "__Host-link",
    where: "cookie",
    owner: "artists",
    contents:
      "The key of the invitation or link you came by, so that it does not stay in the address of the page. Scripts cannot read it. Without HTTPS its name is link.",
    keptFor: "for 24 hours after you opened the link",
  },
  {
    name: "__Host-reply",
    where: "cookie",
    owner: "artists",
    contents:
      "What came of the form you just sent, such as a link you made, so that the next page can show it. Encrypted; scripts cannot read it. Without HTTPS its name is reply.",
    keptFor: "for 5 minutes",
  },
  {
    name: "__Host-artist",
    where: "cookie",
    owner: "artists",
    contents: "The key of your sign-in. Scripts cannot read it. Without HTTPS its name is artist.",
    keptFor: "for 30 days, or until you log out",
  },
  {
    name: "cookie-choice",
    where: "cookie",
    owner: "artists",
    contents:
      "Whether you accepted or refused that we measure how fast our pages load and your files upload. Set when you press one of the two buttons. Scripts cannot read it.",
    keptFor: "for 182 days after you chose",
  },
  {
    name: "beta-notice",
    where: "cookie",
    owner: "artists",
    contents: "That you closed the Beta Portal Notice, so that it does not come back.",
    keptFor: SESSION,
  },
  {
    name: "minutes-ahead",
    where: "cookie",
    owner: "artists",
    contents:
      "By how many minutes your clock is ahead of UTC, so that release dates count from your own day.",
    keptFor: SESSION,
  },
  {
    name: "__Host-staff",
    where: "cookie",
    owner: "staff",
    contents:
      "The key of a staff session. Only our own team has it. Without HTTPS its name is staff.",
    keptFor: "for 12 hours, or until they sign out",
  },
  {
    name: "dev-validation",
    where: "cookie",
    owner: "staff",
    contents: "A choice of developers on their own machines. Never set on a public site.",
    keptFor: SESSION,
  },
  {
    name: "draft:…",
    where: "local storage",
    owner: "artists",
    contents:
      "What you typed and we have not yet confirmed as saved, for each step, your profile and each page about a release.",
    keptFor:
      "until it is saved, or 14 days later when the form is next opened; what belongs to your account also until you log out",
  },
  {
    name: "kept-draft",
    where: "local storage",
    owner: "artists",
    contents:
      "What you saved of your unfinished submission, its files, and what it takes over from your last release. With it the form opens without a connection.",
    keptFor:
      "until you submit, log out or open another submission, or 14 days later when the form is next opened",
  },
  {
    name: "waiting-list",
    where: "local storage",
    owner: "artists",
    contents: "What you typed into the form of the waiting list.",
    keptFor: "until you are on the list, or 14 days later when the form is next opened",
  },
  {
    name: "uploads",
    where: "local storage",
    owner: "artists",
    contents: "Which files are on their way, so that sending goes on after a break.",
    keptFor: "until they have arrived, or 14 days later when the form is next opened",
  },
  {
    name: "upload-choices",
    where: "local storage",
    owner: "artists",
    contents:
      "A random name for this browser, so that we never take your own second choice of a file for somebody else's.",
    keptFor: "until you clear the data of this site",
  },
  {
    name: "advice",
    where: "local storage",
    owner: "artists",
    contents: "What our checks found in your files. The oldest make room after 60.",
    keptFor: "until you clear the data of this site",
  },
  {
    name: "waveforms",
    where: "local storage",
    owner: "artists",
    contents:
      "The outline of the sound of your tracks, for the player. The oldest make room after 60.",
    keptFor: "until you clear the data of this site",
  },
  {
    name: "error-reports",
    where: "local storage",
    owner: "artists",
    contents: "Reports of faults in our pages that could not be sent yet.",
    keptFor: "until they are sent at your next visit",
  },
  {
    name: "staff-keys",
    where: "local storage",
    owner: "staff",
    contents: "Whether our own team has switched single keys on or off on its pages.",
    keptFor: "until you clear the data of this site",
  },
  {
    name: "positions",
    where: "session storage",
    owner: "artists",
    contents: "How far down each page you were, so that going back leads to the same place.",
    keptFor: "until you close the tab",
  },
  {
    name: "remix-manifest-version",
    where: "session storage",
    owner: "artists",
    contents: "Which version of the site this tab has loaded.",
    keptFor: "until you close the tab",
  },
  {
    name: "saved:…",
    where: "session storage",
    owner: "artists",
    contents:
      "Which version of a form this tab has saved last, so that a page loaded again isn't taken for an older one. No answers are in it.",
    keptFor: "until the form is opened again, or you close the tab",
  },
  {
    name: "uploads (folder)",
    where: "private files",
    owner: "artists",
    contents:
      "Copies of files on their way, so that sending can go on after the browser was closed. Only this site can read them.",
    keptFor: "until they have arrived, you remove them, or you clear the data of this site",
  },
  {
    name: "form",
    where: "cache",
    owner: "artists",
    contents:
      "The pages of the form as they are before anybody has typed, and their scripts, so that they open without a connection. Nothing in it is yours.",
    keptFor:
      "until a newer version of this site takes its place, or you clear the data of this site",
  },
];
