/** A line of the track list on the back of the sleeve. */
interface SideLine {
  title: string;
  text: string;
  /** The short text at the end of the line. */
  takes: string;
}

/**
 * Texts of the home page, which is laid out as a record: front and back of its sleeve, notes, run-out
 * groove.
 */
export const home = {
  title: "Submit your music",
  description:
    "Send us your music, straight from your phone. A person listens to every track, and you hear back within 7-10 business days.",
  heading: "Play us something new.",
  lead: "Send us your next release with its artwork and its story. A person listens to every track. You hear back within 7-10 business days, either way.",
  action: { text: "Submit your music", path: "/submit" },
  before:
    "Free, and no account needed. You can stop any time: what you've saved waits for you in this browser for 14 days.",
  sides: [
    {
      name: "Side one",
      about: "What you do",
      lines: [
        {
          title: "Artist Information",
          text: "Who you are and how we reach you.",
          takes: "names, links",
        },
        {
          title: "Music Upload",
          text: "Your tracks, your artwork, and who made them with you.",
          takes: "WAV, JPEG",
        },
        { title: "Additional Information", text: "The story behind it.", takes: "optional" },
        { title: "Review & Submit", text: "Read it once more, and send it.", takes: "one press" },
      ],
    },
    {
      name: "Side two",
      about: "What we do",
      lines: [
        {
          title: "We keep it safe",
          text: "You get a reference, and the day our reply is due.",
          takes: "at once",
        },
        {
          title: "We listen",
          text: "People do, from start to end. No program decides.",
          takes: "each track",
        },
        {
          title: "We reply",
          text: "A yes, or a no with its reason. Never silence.",
          takes: "7-10 business days",
        },
        {
          title: "We offer an agreement",
          text: "Read it first. You keep the copyright, and you can end it.",
          takes: "12 months",
        },
      ],
    },
  ] satisfies readonly { name: string; about: string; lines: readonly SideLine[] }[],
  needs: [
    {
      icon: "sound",
      figure: "WAV",
      text: "for every track, 16 bit and 44.1 kHz or better. A whole folder may come at once.",
    },
    { icon: "picture", figure: "3000 px", text: "square, or more: one JPEG for the front" },
    {
      icon: "date",
      figure: "6 weeks",
      text: "or more until your release date. Sooner is possible: ask.",
    },
    {
      icon: "people",
      figure: "100 %",
      text: "of each song's shares, and the email address of everybody who wrote with you",
    },
  ],
  listeners: {
    link: "Who listens?",
    heading: "Who listens",
    text: "People, no program. They hear every track to its end before they answer. [Who can hear my unreleased tracks?](/faq#who-can-hear-my-unreleased-tracks)",
  },
  rights: {
    heading: "Your music stays yours",
    pledge: "Sending it lets us store it, check it and listen to it. Nothing more, until you sign.",
    text: "You keep the copyright. No adverts, no trackers. Ask, and we delete what we don't need. [How it works, in full](/learn-more)",
  },
  /** Of the FAQ, in its order. */
  questions: [
    "Can I stop and finish later?",
    "Does it work on a phone with poor signal?",
    "Will I hear back, even if it's a no?",
    "Who can hear my unreleased tracks?",
    "What is a split?",
  ],
  already: { heading: "Already with us?", text: "See where your releases are." },
  last: {
    heading: "Needle down.",
    text: "Four steps, saved as you go.",
    action: "Begin at step one",
  },
} as const;
