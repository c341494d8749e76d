import { about } from "./about";
import { cookiePolicy } from "./cookie-policy";
import { dataProtection } from "./data-protection";
import { faq } from "./faq";
import { home } from "./home";
import { learnMore } from "./learn-more";
import { privacyPolicy } from "./privacy-policy";
import { termsOfService } from "./terms-of-service";

/**
 * Texts of the link preview cards by name, drawn by `tools/draw-pictures.ts`. The label's name is a setting, so it is
 * beside the card, not on it.
 */
export const cards: Readonly<Record<string, string>> = {
  home: home.heading,
  "learn-more": learnMore.title,
  faq: faq.title,
  about: about.title.replace("{brand}", "us"),
  "terms-of-service": termsOfService.title,
  "privacy-policy": privacyPolicy.title,
  "cookie-policy": cookiePolicy.title,
  "data-protection": dataProtection.title,
};
