import * as v from "valibot";
import { expect, test } from "vitest";
import { checkInvitationForm, invitationFormSchema } from "~/domain/access/link-forms";
import { errorTexts } from "~/forms/form-reply";
import {
  checkWaitingList,
  listenUrl,
  summarizeWaitingList,
  waitingAnswersSchema,
  waitingArtist,
} from "./waiting-list-answers";

const whole = {
  artistName: "Sigrid Vale",
  firstName: "Sigrid",
  surname: "Valentin",
  email: "sigrid@example.com",
  country: "Ireland",
  city: "Cork",
  listenLink: "soundcloud.com/vale/ferry",
};
const answersOf = (change: object) => v.parse(waitingAnswersSchema, { ...whole, ...change });
const errorsOf = (change: object) => checkWaitingList(answersOf(change));

test("a listen link is opened as a web page, however it was pasted", () => {
  expect(listenUrl("https://soundcloud.com/vale/ferry?si=1")).toBe(
    "https://soundcloud.com/vale/ferry?si=1",
  );
  expect(listenUrl(" soundcloud.com/vale ")).toBe("https://soundcloud.com/vale");
  expect(listenUrl("HTTP://Example.com")).toBe("http://example.com/");
  expect(listenUrl("bücher.example/lied")).toBe("https://xn--bcher-kva.example/lied");
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt://soundcloud.com/%0aalert(1)",
  " javascript:alert(document.domain)//soundcloud.com/",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "ftp://example.com/a.wav",
  "https://soundcloud.com@evil.example/",
  "https://localhost/a",
  "//soundcloud.com/vale",
  "my new single",
  "ada@example.com",
  "https://",
  "https://exa mple.com",
])("%s is no listen link", (link) => {
  expect(listenUrl(link)).toBeUndefined();
  expect(errorsOf({ listenLink: link }).listenLink?.reason).toBe("wrong");
});

test("the rules of the artist's sections apply, in page order", () => {
  expect(errorsOf({})).toEqual({});
  expect(
    errorTexts(
      errorsOf({
        email: "sigrid@",
        instagramProfile: "@vale",
        tiktokProfile: "vale",
        listenLink: " ",
        projectDescription: "x".repeat(2_001),
        city: "c".repeat(10_000),
      }),
    ),
  ).toEqual({
    email: "Please enter a valid email address",
    instagramProfile: "Please include instagram.com/ in the URL",
    tiktokProfile: "Please include tiktok.com/ in the URL",
    city: "City must be 200 characters or fewer",
    listenLink: "Please provide a listen link for your latest project.",
    projectDescription: "The description must be 2000 characters or fewer",
  });
});

test("a profile that opens no web page is refused, even where it names the host", () => {
  const link = "javascript:alert(1)//instagram.com/vale";
  expect(errorTexts(errorsOf({ instagramProfile: link }))).toEqual({
    instagramProfile: "Please include instagram.com/ in the URL",
  });
  expect(errorsOf({ instagramProfile: "https://instagram.com/vale?x=a:b" })).toEqual({});
});

test("the alert names the required fields that are missing, and only those", () => {
  const empty = Object.fromEntries(Object.keys(whole).map((name) => [name, ""]));
  expect(summarizeWaitingList(errorsOf(empty))).toEqual([
    "Please fill in the following required fields: Artist name, First name, Surname, Email, Country, City",
  ]);
  expect(summarizeWaitingList(errorsOf({ city: "", email: "sigrid@" }))).toEqual([
    "Please fill in the following required fields: City",
  ]);
  expect(summarizeWaitingList(errorsOf({ listenLink: "" }))).toEqual([]);
});

test("what is recorded is the payload of the specification, with a link that can be opened", () => {
  const answers = answersOf({
    spotifyChoice: "new",
    spotifyProfile: "https://open.spotify.com/artist/abc",
    projectDescription: "Two songs.",
    submissionIntent: "burn",
    phone: "1",
    extra: "x",
  });
  expect(waitingArtist(answers)).toEqual({
    ...whole,
    fullName: "",
    phone: "1",
    instagramProfile: "",
    tiktokProfile: "",
    spotifyProfile: "",
    projectDescription: "Two songs.",
    submissionIntent: "submit-music",
    listenLink: "https://soundcloud.com/vale/ferry",
  });
  expect(answersOf({ submissionIntent: "keep-updated" }).submissionIntent).toBe("keep-updated");
});

test.each([
  ["of Latin letters", `soundcloud.com/${"v".repeat(485)}`],
  ["of Cyrillic letters", `https://soundcloud.com/${"я".repeat(102)}`],
  ["of Japanese letters", `https://soundcloud.com/${"あ".repeat(477)}`],
  ["of emoji", `https://soundcloud.com/${"🎧".repeat(238)}`],
  ["on a host of another script", `https://${"бум.".repeat(60)}рф/${"я".repeat(200)}`],
])("who can join with a long link %s can be invited with it", (_, listenLink) => {
  const answers = answersOf({ listenLink });
  expect(checkWaitingList(answers)).toEqual({});
  const form = v.parse(invitationFormSchema, waitingArtist(answers));
  expect(form.listenLink.length).toBeGreaterThan(500);
  expect(checkInvitationForm(form)).toEqual({});
});

test("a link that is too long as it is pasted, or as it would be kept, is refused", () => {
  const long = { listenLink: "The listen link must be 500 characters or fewer" };
  expect(errorTexts(errorsOf({ listenLink: `https://x.example/${"v".repeat(483)}` }))).toEqual(
    long,
  );
  const form = { ...whole, listenLink: `https://x.example/${"%E3%81%82".repeat(600)}` };
  expect(checkInvitationForm(v.parse(invitationFormSchema, form))).toHaveProperty("listenLink");
});
