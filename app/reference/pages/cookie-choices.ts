import { failedFile, measurements } from "./measurements";

export const cookieChoices = {
  title: "Cookie choices",
  description:
    "What the {brand} site keeps in your browser, what it measures only if you say yes, and where you change your mind.",
  lead: "One thing on this site is up to you. Change your answer as often as you like.",
  heading: "Your answer",
  answers: {
    accepted: "You said yes: we measure how fast pages load and files upload for you.",
    refused: "You said no: we don’t measure how fast pages load or files upload.",
    none: "You haven’t answered yet. Until you say yes, we don’t measure how fast pages load or files upload.",
  },
  kept: "We remember your answer in this browser for 182 days, in the cookie cookie-choice.",
  governs: [
    {
      title: "How fast pages load and files upload",
      state: "Only if you accept",
      text: [
        ...measurements,
        "It tells us where the site is slow on a weak line.",
        "No name, no email address and no account is kept with it, and nobody outside our team gets it.",
      ],
    },
    {
      title: "What the site needs",
      state: "Always on",
      text: [
        "What you typed, your files on their way, your sign-in, and your answer here. Without them the form would forget what you send.",
        "When something on a page breaks, it reports the fault, so that we can mend it. The report also says when the page had loaded, how large its window is, and what kind of connection it has.",
        failedFile,
        "Every one is listed by name in the [cookie policy](/cookie-policy).",
      ],
    },
    {
      title: "Adverts",
      state: "Never",
      text: [
        "We show no adverts, and set no cookie to advertise or to follow you.",
        "What other companies have to do with this site is in the [cookie policy](/cookie-policy#other-companies).",
      ],
    },
  ],
} as const;
