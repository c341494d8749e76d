import { faq } from "~/reference/pages/faq";
import { faqPage } from "./content-meta";
import { PublicPage, publicMeta } from "./public-page";

export const meta = publicMeta(faq, "faq", (label) => faqPage(faq, label));

export default function Faq() {
  return <PublicPage content={faq} />;
}
