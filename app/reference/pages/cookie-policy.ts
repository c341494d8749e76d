import { type BrowserStorageItem, browserStorage } from "./browser-storage";
import { failedFile, measurements } from "./measurements";
import type { PageContent } from "./page-content";

const toTerms = (items: readonly BrowserStorageItem[]) => ({
  terms: Object.fromEntries(
    items.map(({ name, contents, keptFor }) => [name, [contents, `Kept ${keptFor}.`]]),
  ),
  code: true as const,
});
const termsFor = (
  where: BrowserStorageItem["where"],
  owner: BrowserStorageItem["owner"] = "artists",
) => toTerms(browserStorage.filter((item) => item.where === where && item.owner === owner));

/** The 8 sections of the specification's cookie policy. */
export const cookiePolicy: PageContent = {
  title: "Cookie policy",
  description:
    "Every cookie and every other thing that the {brand} site keeps in your browser, by name, with its purpose and how long it stays.",
  lead: "This site sets no cookie to measure or to advertise. What it keeps in your browser is there to stop your work from being lost.",
  legal: { updated: "May 2025" },
  sections: {
    "What cookies are": [
      "A cookie is a short text that a site asks your browser to keep and to send back with later visits. Browsers also have other places where a site can keep things, which are not sent along by themselves: local storage, session storage, a cache and private files. This page covers all of them.",
      "Pages that are only there to be read, such as this one, set none of them by themselves. Pressing a button of the cookie notice at their foot sets one.",
    ],
    "Cookies we set": [
      "Artists who use the submission form get these cookies:",
      termsFor("cookie"),
    ],
    "What else is kept in your browser": [
      "In local storage, where the form runs with JavaScript:",
      termsFor("local storage"),
      "In session storage, which belongs to one tab:",
      termsFor("session storage"),
      "In the cache of this site:",
      termsFor("cache"),
      "As private files of this site:",
      termsFor("private files"),
    ],
    "Cookies for our own team": ["Artists never receive these:", termsFor("cookie", "staff")],
    "Consent, and the consent tool": [
      "The law asks for your consent to anything that is not needed for what you asked us to do. All that is listed above is needed: without it the form would forget what you typed, a long upload would have to start again, or we would ask you the same question on every page.",
      "One thing is not needed: measuring how fast our pages load in your browser, and how fast your files upload. It sets no cookie, but it reads times from your device, so we ask first. A notice at the foot of the page has two buttons, Accept and Refuse. Only if you accept, this is measured:",
      { list: measurements },
      "If you refuse or never answer, none of it is, and everything works all the same. Faults are told in either case, so that we can mend them; the [privacy policy](/privacy-policy#what-we-collect) says what such a report holds.",
      failedFile,
      "We remember your answer for 182 days and then ask again. You can look at it and change it at any time under [cookie choices](/cookie-choices), which is linked at the foot of every page.",
    ],
    "Other companies": [
      "No other company sets cookies through this site, except where this section says so. There are no advertising or social media trackers on it.",
      {
        when: "signing",
        text: "Artists who sign an agreement do so on a page of Dropbox Sign that stands within ours. Dropbox Sign then sees your internet address and the type of your browser, and may set cookies of its own, which its own policy covers.",
      },
      {
        when: "spotify",
        text: "In the form, pictures of artists and covers found on Spotify are loaded from Spotify’s picture server, which then sees your internet address and the type of your browser.",
      },
      "Links to other sites lead away from this one. What those sites keep is set out in their own policies.",
    ],
    "How to remove or block them": [
      "Your browser’s settings let you see, remove and block what sites keep. Look for “cookies and site data”.",
      "If you remove it while a submission is unfinished, this browser no longer opens it. A link you have saved or been sent by email still does. If you block storage altogether, the form works, but an interrupted upload may ask you for the file again.",
    ],
    "Changes and contact": [
      "When the site begins to keep something new, this page is changed with it. The date at the top says when its wording was last revised.",
      "Questions: [{support}](mailto:{support}). How we handle personal data otherwise is set out in the [privacy policy](/privacy-policy).",
    ],
  },
};
