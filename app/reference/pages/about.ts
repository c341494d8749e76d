import type { PageContent } from "./page-content";

/**
 * The label's page about itself. The texts are true of any label that uses this software: replace them
 * with your own story, and keep the promises.
 */
export const about: PageContent = {
  title: "About {brand}",
  description:
    "{brand} listens to music from independent artists, replies to every submission, and says why when the answer is no.",
  lead: "We listen to music from independent artists. All of it. And we reply.",
  side: "C",
  next: {
    before: "Your turn",
    text: "Play us something new",
    path: "/submit",
    inscription: "a person listens to every track — you hear back, either way",
  },
  sections: {
    "What we do": [
      "{brand} takes music straight from the people who make it. You don't need a manager, an introduction or a following.",
      "Send us a single, an EP or an album. Or bring what you have released elsewhere, and we'll talk about moving it.",
    ],
    "What you can hold us to": [
      {
        terms: {
          "A person listens": "Programs check your files. People decide about your music.",
          "You get a reply":
            "Within 7-10 business days, with a date you can see. A no comes with a reason.",
          "You keep the copyright":
            "Sending us music gives nothing away. An [agreement](/faq#what-is-the-artist-agreement) lets us sell it for you. The copyright stays yours.",
          "Nothing gets lost":
            "What you type and upload is saved as you go, on a slow phone as much as in a studio.",
          "No tracking":
            "No adverts, no trackers. Our [cookie policy](/cookie-policy) lists everything we keep in your browser.",
        },
      },
    ],
    "What we ask of you": [
      {
        list: [
          "Send music that is yours, or that everyone involved has agreed to.",
          "Credit the people you made it with.",
          "Send your best version, not a demo of it.",
          "Give us the time to do our work: 6 weeks before you want it out.",
        ],
      },
    ],
    "Talk to us": [
      "Write to [{support}](mailto:{support}). A person reads that, too.",
      { when: "address", text: "Or by post: {address}" },
      { action: { text: "Submit your music", path: "/submit" } },
    ],
  },
};
