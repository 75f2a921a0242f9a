class JsonModuleLoader {
  async loadJsonModule(jsonPath) {
    const config = await this.readAndValidate(jsonPath);
    return new GenericModule(config);
  }

  async discoverJsonModules(directory) {
    // Find all module.json files
  }

  validateConfiguration(config) {
    // Validate against JSON schema
  }
}
