import { faq } from "~/reference/pages/faq";
import { PublicPage, publicMeta } from "~/views/public/public-page";

export const meta = publicMeta(faq);

export default function Faq() {
  return <PublicPage content={faq} />;
}
