import { about } from "./about";
import { cookiePolicy } from "./cookie-policy";
import { dataProtection } from "./data-protection";
import { faq } from "./faq";
import { home } from "./home";
import { learnMore } from "./learn-more";
import { privacyPolicy } from "./privacy-policy";
import { termsOfService } from "./terms-of-service";

/**
 * What the cards say that social sites show, by their names. The build draws them; a label's own name
 * is a setting of each installation and stands beside its card, not on it.
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
