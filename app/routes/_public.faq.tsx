import { faq } from "~/reference/pages/faq";
import { faqPage } from "~/views/public/content-meta";
import { PublicPage, publicMeta } from "~/views/public/public-page";

export const meta = publicMeta(faq, "faq", (label) => faqPage(faq, label));

export default function Faq() {
  return <PublicPage content={faq} />;
}
