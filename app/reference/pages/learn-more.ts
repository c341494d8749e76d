import type { PageContent } from "./page-content";

export const learnMore: PageContent = {
  title: "How it works",
  description:
    "What to have ready, which files we take and why, what happens in the 7-10 business days, and how rights, splits and money work.",
  lead: "Four short steps, saved as you go. Here is what to have at hand, and what happens to your music once we have it.",
  side: "A",
  next: {
    before: "Turn it over",
    text: "Questions artists ask",
    path: "/faq",
    inscription: "four steps, saved as you go — take your time",
  },
  sections: {
    "Have this at hand": [
      {
        list: [
          "**Your music**: one WAV file for each track.",
          "**Your artwork**: one square JPEG.",
          "**The names**: everyone who wrote, played, sang or produced. First name and surname for each.",
          "**The shares**: what each songwriter owns of the song, in per cent. They add up to 100.",
          "**A release date**: at least 6 weeks from today.",
          "**Your links**: Spotify, Instagram and TikTok, if you use them.",
        ],
      },
      "Something missing? Start anyway. What you type is saved, and you have 14 days from your last change to finish.",
    ],
    "The four steps": [
      {
        steps: {
          "Artist Information":
            "Who you are, where you live and how we reach you. If you are on Spotify, find your profile so that your release lands in the right place.",
          "Music Upload": [
            "Choose a single (1 or 2 tracks), an EP (3 to 6) or an album (6 or more). Add your tracks, and say who worked on each one.",
            "A file starts to upload as soon as you choose it. You can carry on with the form while it does. If your signal drops, the upload goes on where it stopped.",
            "Out already with another distributor? Pick those releases here and we'll talk about moving them.",
          ],
          "Additional Information":
            "Tell us your story, and name artists your fans may like too. All of it is optional.",
          "Review & Submit":
            "Read everything once more and change what you like. Then press Submit Music. You get a reference and the date by which we reply.",
        },
      },
    ],
    "The files, and why": [
      {
        terms: {
          "Audio: WAV, up to 200MB a track":
            "WAV holds all of the sound. An MP3 has thrown some of it away, and stores would squeeze it a second time.",
          "44.1 kHz and 16 bit, or better":
            "That is what a CD has, and what stores expect. If your mix has more, send more. Don't convert a smaller file up: it won't sound better.",
          "Peaks at -1 dB or lower":
            "Stores make smaller copies of your track. A little headroom keeps those copies from crackling.",
          "Artwork: JPEG, up to 20MB":
            "One picture for the release. It is the first thing people see of your music.",
          "Square, at least 3000 by 3000 pixels":
            "Stores ask for this size. If your picture isn't square they may crop it for you. Don't enlarge a small one: it only gets blurred.",
          "Social clips: 30 to 60 seconds":
            "Optional. Mark up to two moments of a track, and we cut them for you to share before release day.",
        },
      },
      "We check your files while they upload. We stop you only if we can't use a file at all. Everything else is advice, and the choice is yours.",
    ],
    "Why 6 weeks": [
      "Playlist editors pick music weeks before it comes out. If your track reaches them late, they can't pick it.",
      "You have a good reason to be faster? Ask for an early release and tell us why.",
      "With two tracks or more you can put out single by single first. Songs come out one by one, 6 weeks apart, or 4 if you prefer. The full release is out with the last one.",
    ],
    "The 7 to 10 business days": [
      {
        steps: {
          "You press Submit Music": [
            "We have your release. The page shows your reference, your files and the day our reply is due.",
            {
              when: "mail",
              text: "The same goes to you by email, with a checksum for each file. Keep it.",
            },
          ],
          "People listen":
            "Our team hears your tracks and reads what you told us. No program decides about your music.",
          "We reply, either way": [
            "You hear from us within 7-10 business days. Weekends don't count. If it's a no, we tell you why.",
            "If something only has to be mended, our email has [a link to do it](/faq#you-asked-me-to-change-something-how-do-i-send-it-again), with everything you sent kept.",
          ],
          "If it's a yes":
            "You get an account with us, and an artist agreement to read in it. Nothing comes out before you have signed it.",
        },
      },
    ],
    "Rights, splits and money": [
      {
        terms: {
          Rights: [
            "Your music stays yours. Sending it lets us store it, check it and listen to it, and nothing more.",
            "An agreement lets us sell it for you. You keep the copyright then, too.",
          ],
          Splits:
            "A split says who owns how much of a song. Agree it with your co-writers before you submit, and type in what you agreed. It should add up to 100 per cent.",
          Money:
            "Submitting is free. If we release your music, you get a share of what comes in for it. See [how much, and when](/faq#what-do-i-earn-and-when).",
          "The agreement": [
            "While it lasts, only we may sell the releases it covers, anywhere in the world.",
            "It runs for {termMonths} months, and then from month to month. You or we can end it with {noticeDays} days' notice. The law of {law} applies.",
            "Here is [what it is](/faq#what-is-the-artist-agreement) in a few words. You read all of it before you sign.",
          ],
        },
      },
      "The full wording is in our [terms of service](/terms-of-service).",
    ],
    "Ready?": [
      "More questions? The [FAQ](/faq) has answers. Or write to [{support}](mailto:{support}).",
      { action: { text: "Submit your music", path: "/submit" } },
    ],
  },
};
