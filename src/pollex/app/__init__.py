"""Everything wired together: settings, models, browsers, tools and runs behind one object, `App`."""
