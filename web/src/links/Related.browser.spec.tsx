import i18next from "i18next";
import { Provider } from "react-redux";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { storeOver } from "../session/testStore.ts";
import { aLink } from "./aLink.ts";
import { Related } from "./Related.tsx";
import links from "./texts.en.ts";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: { en: { links } } }));

test("given a site with a long name, its row is as high as any other", async () => {
  const host = "a-very-long-name-of-a-host-that-does-not-end.and-goes-on.example";
  const store = storeOver(async () =>
    Response.json({ links: [aLink("short"), aLink("long", 0, { url: `https://${host}/` })] }),
  );
  const screen = await render(
    <Provider store={store}>
      <div style={{ inlineSize: 260 }}>
        <Related
          id={aLink("link").id}
          title="Related"
          level={2}
          opening={(_link, content) => <button type="button">{content}</button>}
        />
      </div>
    </Provider>,
  );
  const rows = screen.getByRole("listitem");
  await expect.element(rows.nth(1)).toHaveTextContent(host);
  const [short, long] = rows.elements().map((row) => row.getBoundingClientRect().height);
  expect(long).toBe(short);
});
