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
  figures: [
    { figure: "44.1 kHz", text: "and 16 bit, or better: WAV for every track" },
    { figure: "3000 px", text: "square, or more: one JPEG for the front" },
    { figure: "6 weeks", text: "or more until your release date" },
    { figure: "100 %", text: "of each song's shares, agreed with your co-writers" },
  ],
  notes: [
    {
      title: "Your music stays yours",
      text: "Sending it lets us store it, check it and listen to it. Nothing more. If you sign with us, we may sell it for you. You keep the copyright.",
    },
    {
      title: "One bar of signal will do",
      text: "Files go up piece by piece, from any phone. When your signal drops, they go on where they stopped. Nothing you typed is lost.",
    },
    {
      title: "Nobody follows you",
      text: "No adverts and no trackers. We keep what your release needs, and say how long. Ask, and we delete the rest.",
    },
  ],
  more: { text: "How it works, in full", path: "/learn-more" },
  last: {
    heading: "Needle down.",
    text: "Four steps, saved as you go.",
    action: "Begin at step one",
  },
  /** The inscription in the run-out groove. */
  inscription: "a person listens to every track — you hear back, either way",
} as const;
