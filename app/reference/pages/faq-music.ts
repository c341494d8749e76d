import type { PageContent } from "./page-content";

/** What artists ask about the music itself: transfers, codes, artwork and sound. */
export const musicQuestions: PageContent["sections"] = {
  "Moving music you have already released": [
    {
      questions: {
        "Can you take over releases that are out already?": [
          "Yes. Choose Transfer Existing in the Music Upload step, and look up your releases on Spotify.",
          "Nothing moves when you press Submit. We review the list and get in touch first.",
        ],
        "How long does a transfer take?": "Typically 2-4 weeks from when it starts.",
        "Should I take my old release down first?":
          "No. Leave it up until we have spoken. If it goes down too soon, there is nothing to hear in between.",
      },
    },
  ],
  "Codes, credits and splits": [
    {
      questions: {
        "Do I need an ISRC?": [
          "Not to submit. An ISRC is the code that names one recording. When we take your release on, we ask for each track's code. You have none? Then we give you one.",
          "For releases you transfer, we read the codes that Spotify lists.",
        ],
        "What is a split?": [
          "It says who owns how much of a song. Three writers might agree on 50, 25 and 25 per cent.",
          "The form counts with you. It tells you when you reach 100.",
        ],
        "What if we haven't agreed our splits yet?":
          "You can submit with shares that don't add up yet. But talk now: it gets harder once money comes in.",
        "Whom should I credit?": [
          "Everyone who wrote, played, sang, produced or mixed. Choose their roles from the list, and use first name and surname.",
          "Did it all on your own? Press Solo work.",
        ],
        "I'm not with PRS or another society. Does that matter?":
          "Not for submitting. The field for your number is optional.",
      },
    },
  ],
  Artwork: [
    {
      questions: {
        "What size should my artwork be?":
          "Square, at least 3000 by 3000 pixels, as a JPEG of up to 20MB. We tell you at once if it's smaller.",
        "Can each single have its own cover?":
          "Yes, if they come out single by single first. Each track can have a picture of its own, under 10MB.",
        "Why isn't a PNG accepted?":
          "The main artwork must be a JPEG. Open your PNG in any picture program and export it as one, at the highest quality.",
      },
    },
  ],
  "Sound and mastering": [
    {
      questions: {
        "How loud should my master be?": [
          "As loud as it sounds right. Streaming services turn loud tracks down, so there is no prize for more. We show you the level we measure, and never refuse a track for it.",
          "Keep the peaks at -1 dB or lower.",
        ],
        "Why only WAV?":
          "It's the whole recording. Everything else can be made from it, but it can't be made from an MP3.",
        "My file is larger than 200MB. What can I do?":
          "Export it at 24 bit and 48 kHz, or at 16 bit and 44.1 kHz. At either, 200MB holds more than ten minutes of stereo.",
        "Can you tell me what's wrong with my file?":
          "Often, and before it has finished uploading. We look for clipping, silence, a missing channel and a damaged header. We say what we found and how to mend it.",
      },
    },
  ],
};
