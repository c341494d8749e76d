export { default, meta } from "~/features/public/learn-more-route";
