import type { PageContent } from "./page-content";

/** The 11 sections are those of the specification, section 2. */
export const termsOfService: PageContent = {
  title: "Terms of service",
  description:
    "The terms on which {brand} takes music from artists: what you send, what stays yours, and how either of us can end it.",
  lead: "These terms apply when you use this site or send us music through it. They are written to be read: if a sentence is unclear, ask us before you submit.",
  legal: { updated: "May 2025" },
  sections: {
    Acceptance: [
      "By using this site, or by pressing Submit Music, you accept these terms. If you do not accept them, please do not use the site.",
      { when: "legal-entity", text: "“We”, “us” and “{brand}” mean {legalEntity}." },
      { when: "no-legal-entity", text: "“We” and “us” mean {brand}." },
      "“You” means the person who uses the site, and the artists and rights holders on whose behalf that person acts.",
      "You must be 16 or older. If you act for a band, a company or another artist, you confirm that they have given you the authority to accept these terms for them.",
    ],
    "Service description": [
      "Through this site you can send us new music, ask us to take over releases that another distributor handles, or both. Our team reviews what you send and replies within 7-10 business days.",
      "Sending us music is free. It is a request for review. It does not oblige us to release, distribute or promote anything, and it does not oblige you to sign with us.",
      "A release is distributed only after you have signed an artist agreement with us, on this site or on paper. Where that agreement and these terms differ, the agreement counts.",
      "This is a beta service. We may change, pause or limit it, and we may close submissions for a time. While they are closed, submissions you have already begun can still be finished.",
    ],
    "User obligations": [
      "When you send us something, you agree to:",
      {
        list: [
          "give your real name and an email address that you read;",
          "name everyone who wrote, performed on or produced each track, and their shares, as they have agreed them;",
          "send files that are whole and free of viruses;",
          "keep links that open your submission to yourself, since whoever holds one can read and change what it opens;",
          "tell us promptly if something you have told us turns out to be wrong.",
        ],
      },
      "You may not send submissions by automatic means, try to reach anything that is not yours, get around a limit of the site, or disturb it for others.",
    ],
    "Content rights": [
      "Your music stays yours. Nothing on this site transfers the ownership of a recording, a composition, a cover or a name to us.",
      "You give us permission to store what you send, to listen to it, to check it by machine, to make the copies this needs (such as smaller pictures and the social clips you ask for), and to show it to the people and suppliers who help us review it. This permission is free of charge, is not exclusive, and ends when we delete the material. It does not allow us to publish it.",
      "You confirm that everything you send is your own work, or that everyone whose work is in it has agreed: co-writers, performers, producers, the owners of samples and beats, photographers and designers.",
      "If someone claims that material you sent infringes their rights, we may set it aside until the claim is settled. Claims can be sent to [{support}](mailto:{support}); please say which material you mean and what right you hold in it.",
    ],
    "Payment and royalties": [
      "We charge nothing for a submission or its review, and this site takes no payments.",
      "Sending music earns no royalties by itself. If we release your music, what you are paid, when, and what is deducted is set out in your artist agreement and its royalty schedule.",
      "The songwriter shares that you enter tell us what the writers have agreed between them. We do not settle disputes about shares, and we may hold back sums in dispute until the writers agree or a court decides.",
      "You are responsible for the taxes that are due on what you are paid.",
    ],
    "Prohibited content": [
      "You may not send material that:",
      {
        list: [
          "you have no right to use, including samples, beats, recordings and pictures that were not cleared;",
          "imitates another artist so that listeners are misled about who made it;",
          "incites hatred or violence, or harasses or threatens anyone;",
          "sexualises anyone under 18;",
          "is defamatory, or breaks the law in the United Kingdom or where you live;",
          "was made in order to raise streaming figures artificially;",
          "contains malicious code.",
        ],
      },
      "We may refuse or delete such material, and report it where the law requires that.",
    ],
    Liability: [
      "Nothing in these terms limits liability that the law does not allow to be limited, such as for death or personal injury caused by negligence, or for fraud. If you are a consumer, your statutory rights are not affected.",
      "We take reasonable care of the site and of what you send, but we do not promise that it is always available or free of faults. Please keep your own copies of everything you send.",
      "Otherwise we are not liable for loss that could not reasonably have been foreseen, nor for lost profit, lost opportunity or lost goodwill that arises from the use of this site.",
      "If a claim is brought against us because what you told us about rights was untrue, you will compensate us for the reasonable losses and costs that this causes.",
    ],
    "Dispute resolution": [
      "If you are unhappy with something, please write to [{support}](mailto:{support}) first. Most matters can be settled that way, and we aim to answer within 10 business days.",
      "If we cannot settle a matter between us within 30 days, either of us may propose mediation. Neither has to agree to it, and it does not take away the right to go to court.",
      "These terms, and any dispute that arises from them, are governed by the law of the United Kingdom, and the courts of the United Kingdom decide. If you are a consumer who lives elsewhere, you keep the protection of the mandatory law of your country.",
    ],
    Termination: [
      "You may stop using the site at any time. You may withdraw a submission, as long as no artist agreement has been signed for it, by writing to [{support}](mailto:{support}) with its reference.",
      "We may refuse further submissions, or end your access by a link we gave you, if you break these terms, or if the law requires it. We will tell you why unless the law forbids that.",
      "What has been agreed about rights, liability and disputes continues after the end. What happens to your data then is set out in the [privacy policy](/privacy-policy).",
    ],
    Changes: [
      "We may change these terms, for example when the service or the law changes. The date at the top of this page says when that last happened.",
      "A change does not apply to what was submitted before it. If you do not accept a change, do not submit anything further.",
    ],
    Contact: [
      "These terms are offered by {legalEntity}.",
      { when: "address", text: "Postal address: {address}" },
      {
        when: "no-address",
        text: "We give you our postal address when you ask for it by email.",
      },
      "Email: [{support}](mailto:{support})",
    ],
  },
};
