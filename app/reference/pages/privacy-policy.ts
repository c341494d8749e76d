import { failedFile, measurements } from "./measurements";
import type { PageContent } from "./page-content";
import { retentionSection } from "./privacy-retention";

/**
 * The 11 sections and the periods of the specification, section 2. What it says about storage and
 * deletion must match the tables and the sweep: change them together.
 */
export const privacyPolicy: PageContent = {
  title: "Privacy policy",
  description:
    "What {brand} stores when you send music, why, who sees it, how long it is kept, and how to get it, correct it or have it deleted.",
  lead: "What we store when you use this site, why, who sees it, and how long we keep it. We never sell personal data.",
  legal: { updated: "May 2025" },
  sections: {
    "Who we are": [
      {
        when: "legal-entity",
        text: "{legalEntity} (“{brand}”, “we”) decides how and why personal data is used on this site, and is its controller under UK data protection law.",
      },
      {
        when: "no-legal-entity",
        text: "{brand} (“we”) decides how and why personal data is used on this site, and is its controller under UK data protection law.",
      },
      { when: "address", text: "Postal address: {address}" },
      {
        when: "no-address",
        text: "We give you our postal address when you ask for it by email.",
      },
      "For anything about your data, write to [{support}](mailto:{support}).",
    ],
    "What we collect": [
      {
        terms: {
          "About you": [
            "Your first name, surname and full name, artist name, email address, country and city. If you give them: a phone number, links to your profiles on Spotify, Instagram and TikTok, a biography, influences, and your number at a performing rights organisation.",
            "The form starts with the country and city that Cloudflare, our host, tells us of your network. We store them once you fill in that page, as you leave them.",
          ],
          "About your music":
            "Titles, genres, dates, your reasons for an early release, your distributor, the releases you want to transfer, and whether publishing administration interests you. Also the files themselves: audio, artwork, smaller copies of pictures, and the social clips you ask for. We measure each file (format, length, loudness, a checksum), and keep what our player shows of it.",
          "About people you name":
            "Names, roles and shares of songwriters, performers and producers, and their ISNIs and IPI numbers if you know them. Please tell them that you have named them here.",
          "About your submission": [
            "When it was begun, saved and submitted, its reference, each status with its date and reason, when somebody of our team opened it first, and the day by which we must reply. Our team may write notes on it for each other, give it tags and a rating, and write a note for you.",
            "Once we have agreed to a release we may publish a page for it and one for you: artwork, type, genres, titles, credits, dates and links of the release; your artist name, picture, place, biography and links. Nothing else of what you sent is on them, and we take them down when you ask.",
          ],
          "Invitations, returning artists and the waiting list": [
            "If we invite you or give you a link to come back, we keep your name, your email address, what the form starts with, and when the link was used. If you join a waiting list, we keep the contact details and the listening link you leave.",
            "If we send you a private link to listen to a release, we keep your name as we wrote it on the link, and how often each track was played.",
          ],
          "Your account": [
            "If you have an account as one of our artists, we keep:",
            {
              list: [
                "your artist id, and your email address; a new address, too, until you confirm it; and the email addresses that it had before;",
                "your profile: name, artist name, nationality, country, city, biography, links, PPL ID, PRS ID, IPI number and ISNI, and what you typed there and haven't saved yet;",
                "your picture, as two small copies, without the place where it was taken;",
                "each sign-in: when it was, with what kind of browser, and from which network address, as a code;",
                "the details that your releases still need;",
                "the agreements you were asked to sign and signed, with the name you typed, the time and the signed document;",
                "what you asked us to do with your data.",
              ],
            },
            "If you name co-writers with an email address, the writers you name are asked to confirm their share, and we keep what they answer, and their IPI number if they type it.",
          ],
          Mails:
            "The mails this site writes to you: address, subject, text, and whether they were sent. If you have an account, we keep which of them you want. If you confirm an address or stop our mails, we keep that, so that we respect it.",
          "How fast pages load and files upload": [
            "Only if you accept it:",
            { list: measurements },
            "Neither your name nor your account is kept with them. You say yes or no, and change your mind, under [cookie choices](/cookie-choices).",
            failedFile,
          ],
          "Faults and security":
            "When a page fails in your browser, it reports the fault: the error, the page, your type of browser, the size of its window, the kind of connection and loading times. To keep out abuse we store a keyed code made from your internet address, not the address itself, and we count how often it makes a call. We note how the form was filled in, such as the time it took, in order to tell people from programs.",
        },
      },
      "We do not ask for payment details, dates of birth or identity documents on this site, and we do not track what you do on other sites.",
    ],
    "What stays in your browser": [
      "The form keeps some things in your own browser, so that nothing you typed or chose is lost. The [cookie policy](/cookie-policy) lists every one of them by name. None is used to measure or to advertise.",
    ],
    "Why we use it": [
      {
        terms: {
          "To review your music and reply to you":
            "Because you ask us to: steps before a possible contract.",
          "To carry out an artist agreement with you": "Because the agreement needs it.",
          "To keep the site working and safe":
            "Fault reports, limits and checks against automatic submissions: our legitimate interest, and yours, in a form that works.",
          "To find out where pages and uploads are slow":
            "Because you said yes to it. You may take that back at any time.",
          "To keep records that the law asks for":
            "Such as records of payments and rights: our legal obligations.",
        },
      },
      "A program scores each submission to tell people from other programs. A poor score never decides alone: you are offered a way to go on. Whether we take a release is decided by people.",
    ],
    "Who sees it": [
      "Our own team sees submissions in order to review them; what they change is recorded with their name. Suppliers handle data for us, on our instructions:",
      {
        list: [
          "Cloudflare runs this site and stores its database and files.",
          {
            when: "board",
            text: "monday.com holds our work board: your contact details, the details of the release, and links to its files.",
          },
          {
            when: "drive",
            text: "Google Drive holds a copy of the files of each submission for our team.",
          },
          {
            when: "spotify",
            text: "Spotify is asked when you look up an artist or a release: it receives the words or the link you look for. Pictures it finds are loaded from its own server.",
          },
          {
            when: "mail",
            text: "Our mail provider delivers the mails this site writes to you.",
          },
          {
            when: "signing",
            text: "Dropbox Sign has your name, your email address and the agreement you are asked to sign.",
          },
        ],
      },
      "If you sign an artist agreement, we pass on to stores, collecting societies and distributors what they need for the release. We give data to authorities where the law obliges us. We sell it to nobody.",
    ],
    "Where it is kept": [
      "Our suppliers work in several countries, so data may be handled outside the United Kingdom. Where it is, we rely on the safeguards that UK law provides, such as adequacy regulations or standard contractual clauses. Write to us for details of those that apply to you.",
    ],
    ...retentionSection,
    "How we protect it": [
      "Connections are encrypted. Files are private: they open for our team, for you, or by a signed link that expires. Of a page that we publish, small copies of its pictures open for everybody. Keys and links that open something are stored only as codes from which they cannot be worked out. Our log lines carry no names, addresses or file names.",
      "Once a day we copy everything to a second private store, so that nothing is lost. What we delete is gone from those copies about a week later.",
      "How we work beyond that is set out under [data protection](/data-protection).",
    ],
    "Your rights": [
      "You may ask us for a copy of your data, to correct it, to delete it, to limit how we use it, to hand it over in a form that machines can read, and you may object to our use of it. Where we rely on your consent, you may withdraw it at any time.",
      "If you have an account, a page of your profile is the quickest way: [what we hold about you](/edit-profile/data). There you download everything, and ask us to delete it. You have 7 days to change your mind; we are done within 30. Then we tell you what was deleted, and what the law or a signed agreement has us keep.",
      "Without an account, or if you would rather not use it, write to [{support}](mailto:{support}) from the address you gave us, and say what you want: a copy, a correction, or that we delete it. We answer within 30 days, free of charge. We may ask for your reference, so that we do not give your data to somebody else.",
      "If you are unhappy with our answer, you may complain to the Information Commissioner’s Office at [ico.org.uk](https://ico.org.uk/make-a-complaint/).",
    ],
    Children: [
      "This site is not for anyone under 16, and we do not knowingly keep their data. If you believe that somebody under 16 has sent us theirs, write to us and we will delete it.",
    ],
    "Changes and contact": [
      "When what we store changes, this page changes with it. The date at the top says when its wording was last revised.",
      "Contact: {legalEntity}, [{support}](mailto:{support}).",
    ],
  },
};
