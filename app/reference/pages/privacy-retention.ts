import type { PageContent } from "./page-content";

/** The section of the privacy policy about how long data is kept. */
export const retentionSection: PageContent["sections"] = {
  "How long we keep it": [
    "The longest we keep each kind of data:",
    {
      terms: {
        Account: "As long as you have it, plus 2 years.",
        Submissions: "7 years.",
        "Music files": "The length of the distribution agreement, plus 3 years.",
        "Payment records": "7 years.",
        Analytics: "2 years.",
        Support: "3 years.",
      },
    },
    "Much goes sooner. The site removes these by itself:",
    {
      list: [
        "an unfinished submission, with its files: 14 days after its last change; that there was one is forgotten 90 days later;",
        "a file that stopped on its way: after 14 days;",
        "files you replace or remove: as soon as the site has tidied up, usually within minutes;",
        "the text of mails with a link to an unfinished submission: once they are sent, or after 14 days;",
        "the text of all mails: after 90 days; that one was sent stays with its submission;",
        "fault reports from browsers: after 30 days;",
        "counts of calls: once their time is over, which is 1 day at most;",
        "what you leave on the waiting list: 730 days after it was last changed;",
        "what an address has told us, such as that our mails are unwanted: after 3 years, unless a mail was due to it since;",
        "links to files on our work board: they stop working after 180 days;",
        "music files of a submission that we never took on: 3 years after it came; of a release that we took on: 3 years after its account has ended, and then its record, too, once it is 7 years old;",
        "every other submission, with all that belongs to it: 7 years after it came;",
        "an account that we ended: 2 years later; an agreement that nobody signed: 2 years after its end; a signed one: 7 years after its account has ended;",
        "whom mails about a submission went to, and what they were about: after 3 years;",
        "invitations and links to come back: 2 years after their end;",
        "private links to listen to a release: 90 days after they were to end;",
        "what you asked us to do with your data: after 3 years.",
      ],
    },
  ],
};
