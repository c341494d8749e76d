import { musicQuestions } from "./faq-music";
import type { PageContent } from "./page-content";

/** Promises nothing that this site and its specification do not keep. */
export const faq: PageContent = {
  title: "Questions artists ask",
  description:
    "Will you reply? Do I keep my rights? What do I earn? How loud should my master be? Short answers for artists.",
  lead: "Straight answers, before you hand anyone a master. If yours is missing, write to [{support}](mailto:{support}).",
  side: "B",
  next: {
    before: "The other record",
    text: "About {brand}",
    path: "{about}",
    inscription: "no question is too small — a person answers",
  },
  sections: {
    "Before you start": [
      {
        questions: {
          "What does it cost?": "Nothing. Submitting and the review are free.",
          "Do I need an account?": [
            "No. You open the form and start. This browser remembers your submission for 14 days after your last change.",
            "If we say yes to your music, we open an account for you.",
          ],
          "Can I stop and finish later?": [
            "Yes. What you type is saved as you go. You can also make a link that opens your submission on another device.",
            "Keep that link to yourself. Whoever has it can open your submission.",
          ],
          "Who can submit?":
            "Any artist or band, from any country, aged 16 or older. You need the rights to everything you send.",
          "What if submissions are closed?": [
            "Then you can join the [waiting list](/submit/waiting-list). Leave your contact details and a link to your music.",
            "We listen to that, too. You hear back within 7-10 days, and weekends don't count. If we'd like your release, our reply brings you a link to send it.",
            "Have you begun a submission already? You can still finish it.",
          ],
          "Does it work on a phone with poor signal?":
            "Yes. Files go up in small parts. When the connection drops, the upload waits, then goes on where it stopped.",
        },
      },
    ],
    "Your reply": [
      {
        questions: {
          "Will I hear back, even if it's a no?":
            "Yes. Every submission gets a reply within 7-10 business days. A no comes with the reason.",
          "It's been longer than that. What now?": [
            "Look at the date on your success page. If it has passed, write to [{support}](mailto:{support}) with your reference.",
            "Our team sees a list of late replies too. We don't want you to chase us.",
          ],
          "Does a person listen?":
            "Yes. Programs check that your files are whole. People decide about your music.",
          "Can I change something after I submit?":
            "Not in the form. Write to [{support}](mailto:{support}) with your reference and tell us what to change.",
          "You asked me to change something. How do I send it again?": [
            "Open the link in our email. It takes you to your release, with all your answers and files kept, and works for 30 days. Change what we asked for, then press Submit Music.",
            "The link doesn't work any more? Your status page sends you a new one. If you have an account, your dashboard has it too.",
          ],
          "You said no. Can I send something else?": [
            "Yes. Start a new submission whenever you have something new.",
            "If our no was about something you can mend, our email has a link to mend it and send it again. If it has none, our no is final for that release.",
          ],
        },
      },
    ],
    "Ownership and rights": [
      {
        questions: {
          "Do I keep the rights to my music?": [
            "Yes. Submitting gives us no ownership. We may store, check and listen to what you send, so that we can review it.",
            "A release needs an artist agreement, and nothing comes out before you have signed it. You keep the copyright then, too.",
          ],
          "Who can hear my unreleased tracks?":
            "Our team. Files are private and have no public address. The suppliers who store them for us are named in the [privacy policy](/privacy-policy#who-sees-it).",
          "I used a sample or a beat. Is that all right?":
            "Only if you have permission from whoever owns it. Sort that out before you submit, and keep it in writing.",
          "Can I withdraw my submission?":
            "Yes, as long as no agreement has been signed for it. Write to [{support}](mailto:{support}) with your reference.",
        },
      },
    ],
    "The agreement, and money": [
      {
        questions: {
          "What is the artist agreement?": [
            "A contract between you and us. It covers music that you send us here and that we take on.",
            "You keep the copyright. You let us sell and stream those releases all over the world. While the agreement lasts, nobody else may.",
            "It runs for {termMonths} months, and then from month to month. You or we can end it at any time, with {noticeDays} days' notice. Then we have your releases taken down, and pay you what is still due.",
            "If we say yes, it waits in your account. You read all of it there before you sign.",
          ],
          "What do I earn, and when?": [
            "Sending us music earns nothing by itself. Once we release it, you get a share of what comes in. Today's agreement gives you:",
            { listOf: "shares" },
            "Before we share, we take off only taxes that we must pay on it, and costs that you agreed to in writing.",
            "We add up what came in by {accountingDates}. Within {accountingDays} days of each date you get an account, and your money. Less than {smallestPayment} waits for the next one.",
            "What a society such as PRS collects for the song itself isn't part of this. That stays with whoever it belongs to.",
          ],
        },
      },
    ],
    ...musicQuestions,
  },
};
