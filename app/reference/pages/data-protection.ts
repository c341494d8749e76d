import type { PageContent } from "./page-content";

/** The 8 sections of the specification's page on data protection. */
export const dataProtection: PageContent = {
  title: "Data protection",
  description:
    "How {brand} protects the music and the personal data that artists hand over, and how to use your rights under UK law.",
  lead: "An unreleased master is worth protecting, and so is a home address. This is how we look after both.",
  legal: { updated: "May 2025" },
  sections: {
    "Who is responsible": [
      "{legalEntity} is the controller of the personal data on this site under the UK General Data Protection Regulation and the Data Protection Act 2018.",
      { when: "address", text: "Postal address: {address}" },
      "Requests about data protection go to [{support}](mailto:{support}).",
    ],
    "Our principles": [
      {
        list: [
          "We ask for what a review needs, and mark everything else as optional.",
          "We use it for what we said when we asked.",
          "We keep it no longer than the [privacy policy](/privacy-policy#how-long-we-keep-it) says.",
          "We let you correct it.",
          "We write down who of our team changed what.",
        ],
      },
    ],
    "Lawful bases": [
      "We rely on steps before a contract and on the contract itself (your submission and your artist agreement), on legal obligations (records of payments and rights), and on legitimate interests (a site that works and is not abused). We rely on consent for one thing: measuring how fast our pages load and your files upload. You give it, and take it back, under [cookie choices](/cookie-choices).",
      "Each use is matched to its basis in the [privacy policy](/privacy-policy#why-we-use-it).",
    ],
    "How data is secured": [
      {
        list: [
          "Everything travels encrypted, and browsers are told never to connect in any other way.",
          "Files lie in private storage. They open for our team, for the artist, or by a signed link that expires and that we can end at once. Of a page that we publish, small copies of its pictures open for everybody.",
          "Links to an unfinished submission are long random keys. We store only a code made from each.",
          "An internet address is stored only as a keyed code. Log lines carry no personal data.",
          "Every file’s checksum is kept, so that a damaged or changed file is noticed.",
          "Limits stop anyone from trying keys one after another.",
          "Our team signs in. Each session ends after 12 hours and can be ended by a colleague.",
        ],
      },
    ],
    Suppliers: [
      "Suppliers who handle data for us may use it only on our instructions. Who they are, and what each of them receives, is listed in the [privacy policy](/privacy-policy#who-sees-it).",
    ],
    "Your rights, and how to use them": [
      "You have the right of access, correction, deletion, restriction, portability and objection.",
      {
        steps: {
          "Write to us":
            "Send a mail to [{support}](mailto:{support}) from the address you used here. Say what you want, and give the reference of your submission if you have it.",
          "We check that it is you": "Usually the address and the reference are enough.",
          "We answer within 30 days":
            "You get what you asked for, or a reason why we may not give it and where you can complain.",
        },
      },
    ],
    "If something goes wrong": [
      "If personal data is lost, or gets to somebody who should not have it, we find out what happened and stop it. Where people are at risk we tell the Information Commissioner’s Office within 72 hours of learning of it, and we tell the people concerned without undue delay where the risk to them is high.",
      "If you notice something that looks wrong, please write to [{support}](mailto:{support}) at once.",
    ],
    "Contact and complaints": [
      "Please write to us first: [{support}](mailto:{support}). You can complain at any time to the Information Commissioner’s Office at [ico.org.uk](https://ico.org.uk/make-a-complaint/).",
    ],
  },
};
