import { DuplicatesPage } from "../../features/duplicates/DuplicatesPage.tsx";
import { Frame } from "./Frame.tsx";

/** The page of links that lead to the same page. */
export const TwicePage = () => (
  <Frame>
    <DuplicatesPage />
  </Frame>
);
