export { default, meta } from "~/features/public/faq-route";
