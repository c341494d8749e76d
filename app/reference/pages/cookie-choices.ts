/** The page where the answer is looked at and changed. */
export const cookieChoices = {
  title: "Cookie choices",
  description:
    "What the {brand} site keeps in your browser, what it measures only if you say yes, and where you change your mind.",
  lead: "One thing on this site is up to you. Change your answer as often as you like.",
  heading: "Your answer",
  answers: {
    accepted: "You said yes: we measure how fast our pages load for you.",
    refused: "You said no: nothing is measured.",
    none: "You haven’t answered yet. Until you do, nothing is measured.",
  },
  kept: "We remember your answer in this browser for 182 days, in the cookie cookie-choice.",
  governs: [
    {
      title: "How fast pages load",
      state: "Only if you accept",
      text: [
        "The times in which a page appears, settles and answers a press, with the page’s address and the kind of device. It tells us where the site is slow on a weak line.",
        "No name, no email address and no account is kept with it, and nobody outside our team gets it.",
      ],
    },
    {
      title: "What the site needs",
      state: "Always on",
      text: [
        "What you typed, your files on their way, your sign-in, and your answer here. Without them the form would forget what you send.",
        "When something on a page breaks, it reports the fault, so that we can mend it.",
        "Every one is listed by name in the [cookie policy](/cookie-policy).",
      ],
    },
    {
      title: "Adverts and other companies",
      state: "Never",
      text: ["We set no cookie to advertise, and let nobody else set one."],
    },
  ],
} as const;
